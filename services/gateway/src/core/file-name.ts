/** A file name safe to display and download: no path, no control characters, 1 to 255 characters. */
export function cleanName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- control characters are what must be removed
  const clean = base.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return clean.slice(0, 255) || 'document'
}

/** The name of a file at an address: the end of its path, as far as it can be read. */
export function nameInAddress(address: string): string {
  const end = URL.parse(address)?.pathname.split('/').at(-1) ?? ''
  try {
    return cleanName(decodeURIComponent(end))
  } catch {
    return cleanName(end)
  }
}
