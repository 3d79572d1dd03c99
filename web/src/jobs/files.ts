type Held = { readonly file: File; url: string | null }

const held = new Map<string, Held>()

/** Keeps the file of a job for as long as the tab lives: it cannot be stored with the other facts of a card. */
export function keepFile(id: string, file: File): void {
  held.set(id, { file, url: null })
}

export function fileOf(id: string): File | undefined {
  return held.get(id)?.file
}

/** Address of the local picture of a job, to show before the server has one; made when it is first asked for. */
export function localUrl(id: string): string | undefined {
  const entry = held.get(id)
  if (entry === undefined) return undefined
  entry.url ??= URL.createObjectURL(entry.file)
  return entry.url
}

export function dropFile(id: string): void {
  const url = held.get(id)?.url
  if (url != null) URL.revokeObjectURL(url)
  held.delete(id)
}
