type Held = { readonly file: File; readonly url: string }

const held = new Map<string, Held>()

/** Keeps the file of a job for as long as the tab lives: it cannot be stored with the other facts of a card. */
export function keepFile(id: string, file: File): void {
  held.set(id, { file, url: URL.createObjectURL(file) })
}

export function fileOf(id: string): File | undefined {
  return held.get(id)?.file
}

/** Address of the local picture of a job, to show before the server has one. */
export function localUrl(id: string): string | undefined {
  return held.get(id)?.url
}

export function dropFile(id: string): void {
  const entry = held.get(id)
  if (entry) URL.revokeObjectURL(entry.url)
  held.delete(id)
}
