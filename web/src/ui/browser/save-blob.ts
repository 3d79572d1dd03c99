/** How long a download may take to start before its object URL is revoked. */
const releaseAfterMs = 40_000

/** Downloads `blob` under `name`. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs)
}
