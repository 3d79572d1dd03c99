import type { Locator, Page } from 'playwright-core'

/** Opens the file picker with `opener` and cancels it; waits for the `cancel` event that `input` gets. */
export async function cancelPicker(page: Page, opener: Locator, input: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true })
  const left = input.evaluate(
    (element) =>
      new Promise<void>((resolve) => element.addEventListener('cancel', () => resolve(), { once: true })),
  )
  await opener.click()
  await left
  await session.send('Page.setInterceptFileChooserDialog', { enabled: false })
  await session.detach()
}
