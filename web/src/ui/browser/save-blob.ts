/** How long a download may take to begin before its temporary address is released. */
const releaseAfterMs = 40_000

/** Hands `blob` to the browser's downloads under `name`. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs)
}
