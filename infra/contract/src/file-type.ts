import type { Limits } from './limits.ts'
import { Problem } from './problems.ts'

/** How many bytes from the start of a file `sniffMime` needs; a PDF's signature may be preceded by other bytes. */
export const sniffBytes = 1024

const pdfMark = '%PDF-'
const marks: readonly (readonly [mime: string, offset: number, mark: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF8'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
  ['image/heic', 4, 'ftypheic'],
  ['image/heic', 4, 'ftypheix'],
  ['image/heic', 4, 'ftyphevc'],
  ['image/heic', 4, 'ftypmif1'],
  ['image/heic', 4, 'ftypmsf1'],
]

/**
 * The type of a file by its first bytes, never by its name.
 * @param head the first `sniffBytes` bytes, or the whole file if shorter
 * @returns an accepted type, or null
 */
export function sniffMime(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, sniffBytes))
  const known = marks.find(([, offset, mark]) => text.startsWith(mark, offset))
  if (known) return known[0]
  return text.includes(pdfMark) ? 'application/pdf' : null
}

/** Maximum size of a file of this type. */
export function bytesMax(mime: string, limits: Limits): number {
  return mime === 'application/pdf' ? limits.pdfBytesMax : limits.imageBytesMax
}

/** The refusal of a file over its size limit, which it names. */
export function tooLarge(mime: string, limits: Limits): Problem {
  const megabytes = Math.floor(bytesMax(mime, limits) / 1_000_000)
  return new Problem(mime === 'application/pdf' ? 'pdf_too_heavy' : 'image_too_heavy', { megabytes })
}
