import type { JSHandle, Page } from 'playwright-core'

export type DroppedFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }

/** Drops `files` onto the element with the test's `target` selector, as a file manager does. */
export async function dropFiles(page: Page, target: string, files: readonly DroppedFile[]): Promise<void> {
  const encoded = files.map(({ name, type, bytes }) => ({
    name,
    type,
    base64: Buffer.from(bytes).toString('base64'),
  }))
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, type, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], name, { type }))
    }
    return data
  }, encoded)
  await drop(page, target, transfer)
}

type Padded = {
  readonly bytes: Uint8Array
  readonly names: readonly string[]
  /** Zeros after the picture: they make the file large, and decoders stop before them. */
  readonly paddingBytes: number
}

/**
 * One large picture under many names, which the returned function drops. Its bytes lie once in the browser, not in the
 * page's scripts.
 */
export async function preparePadded(
  page: Page,
  { bytes, names, paddingBytes }: Padded,
): Promise<() => Promise<void>> {
  const base64 = Buffer.from(bytes).toString('base64')
  const transfer = await page.evaluateHandle(
    (given) => {
      const picture = Uint8Array.from(atob(given.base64), (character) => character.charCodeAt(0))
      const blob = new Blob([picture, new Uint8Array(given.paddingBytes)])
      const data = new DataTransfer()
      for (const name of given.names) data.items.add(new File([blob], name, { type: 'image/jpeg' }))
      return data
    },
    { base64, names, paddingBytes },
  )
  return () => drop(page, '.zone', transfer)
}

/** Pastes a file as a picture out of the clipboard, while the focus is on no text field. */
export async function pasteFile(page: Page, { name, type, bytes }: DroppedFile): Promise<void> {
  await page.evaluate(
    (file) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0))
      data.items.add(new File([content], file.name, { type: file.type }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    },
    { name, type, base64: Buffer.from(bytes).toString('base64') },
  )
}

async function drop(page: Page, target: string, transfer: JSHandle<DataTransfer>): Promise<void> {
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent(target, event, { dataTransfer: transfer })
  }
}
