import type { Page } from 'playwright-core'

/** Which of the `addresses` are in the browser's cache, even stale. */
export function cachedAt(page: Page, addresses: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (asked) => {
    const look = async (address: string) =>
      fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      )
    const found = await Promise.all(asked.map(look))
    return asked.filter((_, at) => found[at])
  }, addresses)
}

/** Which of the page's picture URLs in `addresses` still load. */
export function openAt(page: Page, addresses: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (asked) => {
    const look = (address: string) => {
      const picture = new Image()
      picture.src = address
      return picture.decode().then(
        () => true,
        () => false,
      )
    }
    const found = await Promise.all(asked.map(look))
    return asked.filter((_, at) => found[at])
  }, addresses)
}
