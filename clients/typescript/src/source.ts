/**
 * What is sent: a file in memory or on disk (`Blob`, `File`), its bytes, or the http(s) address that the service downloads it from. In Node,
 * Deno and Bun, `file(path)` of `@equerre/client/node` opens one from the disk.
 */
export type Source = Blob | ArrayBuffer | ArrayBufferView | URL

/** @param fields sent beside the file; objects as JSON */
export function uploadOf(source: Source, name: string | undefined, fields: object): FormData | string {
  const held = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (source instanceof URL) return JSON.stringify({ url: source.href, ...Object.fromEntries(held) })
  const form = new FormData()
  for (const [field, value] of held)
    form.append(field, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const blob = source instanceof Blob ? source : new Blob([source as BlobPart])
  form.append('file', blob, name ?? (blob instanceof File ? blob.name : 'document'))
  return form
}
