import type { Page } from 'playwright-core'

/** Holds the answers of an address back, so that what is shown meanwhile can be seen; the returned function lets them through. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  // The route stays: taking it away while an answer is held would have the browser handle that answer twice.
  await page.route(address, async (route) => {
    await gate
    await route.continue()
  })
  return open
}
