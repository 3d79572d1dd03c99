import type { Page } from 'playwright-core'

/** Delays responses from an address, to test what is shown meanwhile; the returned function releases them. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  // The route stays: removing it while a response is held would make the browser handle that response twice.
  await page.route(address, async (route) => {
    await gate
    await route.continue()
  })
  return open
}
