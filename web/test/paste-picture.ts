import type { Page } from 'playwright-core'

/** Puts a picture on the clipboard as another program would, and pastes it with the keyboard. */
export async function pastePicture(page: Page, bytes: Uint8Array): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    // The clipboard takes pictures as PNG only.
    const png = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
  }, Buffer.from(bytes).toString('base64'))
  await page.keyboard.press('Control+V')
}
