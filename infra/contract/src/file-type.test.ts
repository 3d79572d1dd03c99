import { describe, expect, it } from 'vitest'
import { bytesMax, sniffMime, tooLarge } from './file-type.ts'
import { defaultLimits } from './limits.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('sniffMime', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/gif', 'GIF89a'],
    ['image/tiff', 'II*\0'],
    ['image/tiff', 'MM\0*'],
    ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['image/avif', '\0\0\0\x1cftypavif'],
    ['image/heic', '\0\0\0\x18ftypheic'],
    ['application/pdf', '%PDF-1.7'],
    ['application/pdf', '\xef\xbb\xbf\n%PDF-1.4'],
  ])('recognises %s', (mime, head) => {
    expect(sniffMime(bytes(head))).toBe(mime)
  })

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['text', 'Bonjour, ceci est un texte.'],
    ['nothing', ''],
    ['half a signature', '\xff\xd8'],
    ['a zip', 'PK\x03\x04'],
    ['a RIFF with sound', 'RIFF\x24\0\0\0WAVEfmt '],
  ])('refuses %s', (_, head) => {
    expect(sniffMime(bytes(head))).toBeNull()
  })

  it('looks for a PDF’s signature in the first kilobyte only', () => {
    expect(sniffMime(bytes(`${' '.repeat(1019)}%PDF-`))).toBe('application/pdf')
    expect(sniffMime(bytes(`${' '.repeat(1020)}%PDF-`))).toBeNull()
  })
})

describe('the limit of a file', () => {
  it('is 25 MB for an image and 100 MB for a PDF', () => {
    expect(bytesMax('image/jpeg', defaultLimits)).toBe(25_000_000)
    expect(bytesMax('application/pdf', defaultLimits)).toBe(100_000_000)
  })

  it('is given in the refusal', () => {
    expect(tooLarge('image/png', defaultLimits)).toMatchObject({
      code: 'file_too_large',
      status: 413,
      facts: { sentence: 'image_too_heavy', params: { megabytes: 25 } },
    })
    expect(tooLarge('application/pdf', defaultLimits).facts).toEqual({
      sentence: 'pdf_too_heavy',
      params: { megabytes: 100 },
    })
  })
})
