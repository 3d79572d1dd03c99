import type { Page } from 'playwright-core'

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
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent(target, event, { dataTransfer: transfer })
  }
}
