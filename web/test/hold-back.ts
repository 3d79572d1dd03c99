import type { Page } from 'playwright-core'

/** Holds the answers of an address back, so that what is shown meanwhile can be seen; the returned function lets them through. */
export async function holdBack(page: Page, address: string): Promise<() => Promise<void>> {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  await page.route(address, async (route) => {
    await gate
    await route.continue()
  })
  return async () => {
    open()
    await page.unroute(address)
  }
}
