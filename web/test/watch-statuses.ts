import type { Page } from 'playwright-core'

/** Records every status that the first card shows from now on; the returned function returns them. */
export async function watchFirstCard(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seenStatuses: seen })
    const look = () => {
      const text = document.querySelector('article [data-status]')?.textContent?.replace(/\s/g, ' ')
      if (text && text !== seen.at(-1)) seen.push(text)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { seenStatuses: string[] }).seenStatuses)
}
