import { mimeOfExtension } from '@equerre/contract/formats'

const suffixes: Readonly<Record<string, string>> = {
  viz: '_zone',
  mask: '_masque',
  warped: '_equerre',
  screen: '_ecran',
  thumb: '_vignette',
  preview: '_apercu',
}

/** The content type of an artifact by its extension; the contract's pattern allows no other. */
export function artifactMime(file: string): string {
  return mimeOfExtension(file.slice(file.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
}

/** The step that an artifact belongs to; null for a preview, which belongs to the file. */
export function stepOf(file: string): string | null {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[a-z]+\./.exec(file)?.[1] ?? null
}

/** A good name for a download: the original's, a word for what it is, and the true extension. */
export function downloadName(original: string, file: string): string {
  const base = original.replace(/\.[^.]{1,5}$/, '') || 'document'
  const kind = /(preview|viz|mask|warped|screen|thumb)/.exec(file)?.[1] ?? ''
  return `${base}${suffixes[kind] ?? ''}${file.slice(file.lastIndexOf('.'))}`
}
