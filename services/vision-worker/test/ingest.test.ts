import {
  hugeImagePdf,
  hugePng,
  tiffOfImages,
  unusualImages,
  unusualSize,
} from '@equerre/testkit/pictures/odd-files'
import { digitalPdf, photographDocument, scannedPdf, scanFlat, storeTurned } from '@equerre/testkit/pictures'
import { tiledHeic } from '@equerre/testkit/pictures/tiled-heic'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, resultOf, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ pagesMax: 3 })
})
afterAll(() => bench.close())

const small = { seed: 7, width: 640, height: 480 }

describe('an upload', () => {
  it('is measured, and gets a preview no larger than 1600 px', async () => {
    const upload = await bench.upload((await photographDocument({ seed: 7, width: 2000, height: 1500 })).jpeg)
    const result = resultOf(await upload.ingest(), 'ingest')
    expect(result).toMatchObject({
      mime: 'image/jpeg',
      pages: [{ width: 2000, height: 1500, kind: 'photo' }],
      progressive: false,
    })
    expect(await bench.ctx.codec.readFacts((await upload.preview())!)).toMatchObject({
      mime: 'image/jpeg',
      width: 1600,
      height: 1200,
    })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is made upright: EXIF orientation %i', async (orientation) => {
    const picture = await scanFlat({ seed: 3, page: 'invoice', longSide: 300 })
    const upload = await bench.upload(await storeTurned(picture, orientation))
    const result = resultOf(await upload.ingest(), 'ingest')
    expect(result.pages).toEqual([{ width: picture.width, height: picture.height, kind: 'photo' }])
    const seen = await bench.ctx.codec.decodeSmall((await upload.preview())!, 300)
    const truth = await bench.ctx.codec.decodeSmall(picture.jpeg, 300)
    const off =
      seen.data.reduce((sum, value, i) => sum + Math.abs(value - truth.data[i]!), 0) / seen.data.length
    // Levels of 255; any other orientation is off by more than 10.
    expect(off).toBeLessThan(5)
  })

  it.each(Object.keys(unusualImages))('may be unusual: %s', async (name) => {
    const upload = await bench.upload(await unusualImages[name]!())
    const result = resultOf(await upload.ingest(), 'ingest')
    expect(result.pages).toEqual([{ ...unusualSize, kind: 'photo' }])
    expect(result.progressive).toBe(/interlaced|progressive|WebP|AVIF|GIF/.test(name))
    const { width, data } = await bench.ctx.codec.decodeSmall((await upload.preview())!, 1600)
    const lightness = (column: number) => data[(width * 80 + column) * 3 + 1]!
    expect(width).toBe(unusualSize.width)
    expect(lightness(20)).toBeGreaterThan(60)
    expect(lightness(20)).toBeLessThan(230)
  })

  it('reports the focal length from the camera, in long sides of the picture', async () => {
    const { jpeg } = await photographDocument(small)
    const shot = await sharp(jpeg)
      .withExif({ IFD2: { FocalLengthIn35mmFilm: '26' } })
      .toBuffer()
    const told = resultOf(await (await bench.upload(shot)).ingest(), 'ingest')
    expect(told.pages[0]!.focal).toBeCloseTo(0.751, 3)
    const silent = resultOf(await (await bench.upload(jpeg)).ingest(), 'ingest')
    expect(silent.pages[0]).not.toHaveProperty('focal')
  })

  it.each(['Display P3 JPEG', 'CMYK JPEG', 'TIFF', '16-bit PNG'])('keeps its colours: %s', async (name) => {
    const { width, data } = await bench.ctx.codec.decodeWhole(await unusualImages[name]!())
    for (const column of [40, 120, 200]) {
      const at = (width * 80 + column) * 3
      const off = [column, 120, 255 - column].map((value, c) => Math.abs(data[at + c]! - value))
      // CMYK cannot represent this blue; inverted or unconverted colours are off by more than 60.
      expect(Math.max(...off)).toBeLessThan(name.startsWith('CMYK') ? 45 : 6)
    }
  })

  it('may be a PDF: pictures keep their own pixels, other pages are measured at 300 dpi', async () => {
    const scanned = resultOf(
      await (await bench.upload(await scannedPdf(1), 'application/pdf')).ingest(),
      'ingest',
    )
    const digital = resultOf(
      await (await bench.upload(await digitalPdf(), 'application/pdf')).ingest(),
      'ingest',
    )
    const page = { width: 2480, height: 3508 }
    const picture = { width: 1131, height: 1600, kind: 'photo' }
    expect(scanned.pages).toEqual([picture, picture])
    expect(digital).toMatchObject({
      mime: 'application/pdf',
      pages: [
        { ...page, kind: 'digital' },
        { ...page, kind: 'digital' },
      ],
    })
  })
})

it('keeps its sniffed type, even if a photograph mentions PDF in a comment', async () => {
  const { jpeg } = await photographDocument(small)
  const comment = Buffer.from('\xff\xfe\x00\x0a%PDF-1.7', 'latin1')
  const upload = await bench.upload(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))
  expect(resultOf(await upload.ingest(), 'ingest')).toMatchObject({ mime: 'image/jpeg' })
})

describe('what is refused', () => {
  const jpeg = async () => (await photographDocument(small)).jpeg
  const files: [string, string, () => Promise<Uint8Array>][] = [
    ['a text file', 'unsupported_type', async () => Buffer.from('Bonjour, ceci est un texte. '.repeat(100))],
    [
      'an SVG',
      'unsupported_type',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['an empty file', 'unreadable_file', async () => new Uint8Array()],
    ['a JPEG cut in the middle', 'unreadable_file', async () => (await jpeg()).subarray(0, 20_000)],
    ['a JPEG cut in its header', 'unreadable_file', async () => (await jpeg()).subarray(0, 100)],
    [
      'a PNG cut in the middle',
      'unreadable_file',
      async () => (await unusualImages['16-bit PNG']!()).subarray(0, 400),
    ],
    ['a picture of one pixel', 'too_few_pixels', async () => hugePng(1, 1)],
    ['a small file of 900 million pixels', 'too_many_pixels', async () => hugePng(30_000, 30_000)],
    [
      'an interlaced file of 64 million pixels',
      'too_many_pixels',
      async () => hugePng(8_000, 8_000, { interlaced: true }),
    ],
    [
      'a HEIC of 200 million pixels in more tiles than its decoder takes',
      'too_many_pixels',
      async () => tiledHeic({ width: 16_320, height: 12_240, tileSide: 512 }),
    ],
    ['a small file of three million columns', 'too_many_pixels', async () => hugePng(3_125_000, 32)],
    ['a strip too narrow for a preview', 'too_many_pixels', async () => hugePng(40, 29_000)],
    ['a TIFF of a hundred thousand images', 'too_many_pages', async () => tiffOfImages(100_000)],
    ['a TIFF whose images link in a ring', 'too_many_pages', async () => tiffOfImages(900, { ring: true })],
    ['a PDF with an image of 144 million pixels', 'too_many_pixels', () => hugeImagePdf()],
    ['a PDF with a JPEG 2000 image of 64 million pixels', 'too_many_pixels', () => hugeImagePdf('JPXDecode')],
    ['a PDF with a password', 'encrypted_pdf', () => digitalPdf({ password: 'secret' })],
    ['a PDF with too many pages', 'too_many_pages', () => digitalPdf({ pages: 4 })],
    ['a PDF cut in the middle', 'unreadable_file', async () => (await scannedPdf(1)).subarray(0, 2_000)],
  ]
  it.each(files)('%s: %s', async (name, code, make) => {
    const mime = name.startsWith('a PDF') ? 'application/pdf' : 'image/jpeg'
    const outcome = await (await bench.upload(await make(), mime)).ingest()
    expect(outcome).toMatchObject({ kind: 'problem', code })
    expect(outcome).toHaveProperty('detail', expect.stringMatching(/^\p{Lu}.*\.$/u))
  })

  it('an upload deleted in the meantime: not_found', async () => {
    const upload = await bench.upload(await jpeg())
    await bench.storage.deletePrefix(`ingestions/${upload.ingestionId}/`)
    expect(await upload.ingest()).toMatchObject({ kind: 'problem', code: 'not_found' })
  })
})

describe('a protected PDF', () => {
  const ingest = async (pdf: Parameters<typeof digitalPdf>[0], password?: string) => {
    const upload = await bench.upload(await digitalPdf({ pages: 1, ...pdf }), 'application/pdf', password)
    return upload.ingest()
  }

  it.each(['AES-256', 'AES-128', 'RC4-128'] as const)(
    'opens with the password that its user or its owner has: %s',
    async (cipher) => {
      const pdf = { cipher, password: 'clé-été', owner: 'coffre-fort' }
      for (const password of [pdf.password, pdf.owner])
        expect(resultOf(await ingest(pdf, password), 'ingest').pages).toHaveLength(1)
    },
  )

  it('does not open with another one, nor with a part of it', async () => {
    for (const password of ['sésame', 'secre', 'secret2'])
      expect(await ingest({ password: 'secret' }, password)).toMatchObject({ code: 'wrong_password' })
  })

  it('opens without one, whatever is given, when only its printing is restricted', async () => {
    for (const given of [undefined, 'whatever'])
      expect(await ingest({ password: '', owner: 'coffre-fort' }, given)).toMatchObject({ kind: 'ingest' })
    expect(await ingest({}, 'whatever')).toMatchObject({ kind: 'ingest' })
  })
})
