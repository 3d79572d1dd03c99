import { PDFDocument } from '@cantoo/pdf-lib'
import { Problem } from '@equerre/contract/problems'
import { findOnPath } from '@equerre/local/go-tools'
import { findVeraPdf } from '@equerre/local/java-tools'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCodec } from '../src/adapters/codec.ts'
import { encodePictures, type Compression } from '../src/adapters/encode-pictures.ts'
import { buffersOf, type PdfPicture } from '../src/adapters/pdf-pictures.ts'
import { layText, writePdf, type PdfPage } from '../src/adapters/pdf-writer.ts'
import { openPdf } from '../src/adapters/pdf.ts'
import type { Block } from '../src/core/read/page-text.ts'
import { grayFromRgb, type RgbImage } from '../src/core/pixels.ts'

const [qpdf, pdftotext, pdfinfo, pdfimages] = ['qpdf', 'pdftotext', 'pdfinfo', 'pdfimages'].map(findOnPath)
const veraPdf = findVeraPdf()
const codec = openCodec({ pixelsMax: 20_000_000 })
const dpi = 300
const folder = mkdtempSync(path.join(tmpdir(), 'written-pdfs-'))
let receipt: Paperwork
let page: RgbImage
let photo: RgbImage
beforeAll(async () => {
  receipt = await writePaperwork('receipt', 11)
  page = await drawn(receipt.pdf)
  photo = gradients(600, 400)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a PDF of pictures', () => {
  it.skipIf(!qpdf).each<Compression>(['auto', 'jpeg', 'lossless'])(
    'is sound when compressed as %s',
    async (compression) => {
      const { bytes } = await writePdf([await pageOf({ compression })], {})
      expect(run([qpdf!, '--check', saved(bytes)])).toContain('No syntax or stream encoding errors')
    },
  )

  it.skipIf(!veraPdf)(
    'is PDF/A-2b where that is asked, with its text laid over it before or after',
    async () => {
      const text = { blocks: blocksOf(['Équerre', 'd’essai']), picture: page }
      const pages = [
        { ...(await pageOf({ compression: 'auto', text })), bookmark: 'Reçu nº 1', label: 'i' },
        { ...(await pageOf({ compression: 'jpeg', text })), turn: 90 as const },
        await pageOf({ compression: 'lossless', text }),
        await pageOf({ compression: 'auto', image: blackAndWhite(page) }),
      ]
      const whole = await writePdf(pages, { title: 'Dossier d’été', standard: 'pdfa-2b' })
      const single = await writePdf([await pageOf({ compression: 'auto' })], { standard: 'pdfa-2b' })
      const files = [whole.bytes, await layText(single.bytes, text.blocks, page)].map(saved)
      const verdicts = run([...veraPdf!, '-f', '2b', '--format', 'text', ...files])
      expect(verdicts.match(/^(PASS|FAIL)/gm)).toEqual(['PASS', 'PASS'])
    },
  )

  it.skipIf(!pdftotext)('gives its words in reading order', async () => {
    const text = { blocks: blocksOf(['Équerre', 'd’essai', 'œuvre']), picture: page }
    const { bytes } = await writePdf([await pageOf({ compression: 'auto', text })], {})
    expect(run([pdftotext!, saved(bytes), '-']).trim()).toBe('Équerre d’essai œuvre')
  })

  it.skipIf(!pdfinfo)('says in French what it is', async () => {
    const { bytes } = await writePdf([await pageOf({ compression: 'jpeg' })], { title: 'Dossier d’été' })
    expect(run([pdfinfo!, saved(bytes)])).toMatch(
      /^Title: +Dossier d’été\nCreator: +Équerre\nProducer: +Équerre$/m,
    )
    expect((await PDFDocument.load(bytes)).getLanguage()).toBe('fr-FR')
  })

  it('takes pages of another PDF as they are', async () => {
    const { bytes } = await writePdf(
      [{ copyOf: receipt.pdf, page: 0 }, await pageOf({ compression: 'auto' })],
      {},
    )
    const [copied, own] = (await openPdf(bytes)).pages({ pagesMax: 2 })
    expect([copied!.picture, own!.images.length]).toEqual([null, 2])
    expect((await openPdf(receipt.pdf)).page(1).widthPt).toBeCloseTo(copied!.widthPt)
  })
})

describe('a small PDF', () => {
  it('is a quarter of the JPEG, with letters as bold as they were', async () => {
    const small = await writePdf([await pageOf({ compression: 'auto' })], {})
    const plain = await writePdf([await pageOf({ compression: 'jpeg' })], {})
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 4)
    const [before, after] = [darkness(page), darkness(await drawn(small.bytes))]
    expect(after / before).toBeGreaterThan(0.93)
    expect(after / before).toBeLessThan(1.07)
  })

  it('leaves a picture a JPEG', async () => {
    const pictures = await encodePictures(photo, { compression: 'auto', dpi, ranks: false }, codec)
    expect(pictures.map(({ kind }) => kind)).toEqual(['jpeg'])
  })

  it.skipIf(!pdfimages)('keeps every pixel that is black or white', async () => {
    const bilevel = blackAndWhite(page)
    const { bytes } = await writePdf([await pageOf({ compression: 'jpeg', image: bilevel })], {})
    run([pdfimages!, '-png', saved(bytes), path.join(folder, 'picture')])
    const again = grayFromRgb(await codec.decodeWhole(readFileSync(path.join(folder, 'picture-000.png'))))
    const rows = Array.from({ length: page.height }, (_, row) =>
      Buffer.from(again.data.subarray(row * again.width, row * again.width + page.width)),
    )
    // It writes what a stencil paints in white.
    expect(Buffer.concat(rows).equals(bilevel.data.map((value) => 255 - value))).toBe(true)
  })

  it.each([
    [12, 40],
    [1, 1],
  ])('can be of %i × %i pixels, at next to no resolution', async (width, height) => {
    const paper = { width, height, data: new Uint8Array(width * height * 3).fill(250) }
    const [picture] = await encodePictures(paper, { compression: 'auto', dpi: 3, ranks: false }, codec)
    const { bytes } = await writePdf([{ sizePt: { width, height }, parts: [{ pictures: [picture!] }] }], {})
    expect(picture!.kind).toBe('layers')
    expect((await openPdf(bytes)).page(1).widthPt).toBe(width)
  })

  it('is as small as asked, or says that it is not', async () => {
    const best = await writePdf([await pageOf({ compression: 'jpeg', ranks: true })], {})
    const wanted = Math.round(best.bytes.length / 3)
    const pages = [await pageOf({ compression: 'jpeg', ranks: true })]
    const smaller = await writePdf(pages, { maxBytes: wanted })
    expect(smaller.maxBytesMet).toBe(true)
    expect(smaller.bytes.length).toBeLessThanOrEqual(wanted)
    expect(best.reduced).toBeNull()
    expect(smaller.reduced!.quality).toBeLessThan(90)
    expect(await writePdf(pages, { maxBytes: 1_000 })).toMatchObject({ maxBytesMet: false })
    expect(best.maxBytesMet).toBeNull()
  })
})

describe('what is kept of many pages', () => {
  const manyOf = async (count: number) => {
    const ranks = await encodePictures(photo, { compression: 'jpeg', dpi, ranks: true }, codec)
    const sizes = ranks.map((picture) => count * sizeOf(buffersOf(picture)))
    const each = () => ({
      pictures: ranks.map((one) => ({ ...one, bytes: buffersOf(one)[0]!.slice() }) as PdfPicture),
    })
    const pages: PdfPage[] = Array.from({ length: count }, () => ({ sizePt: photo, parts: [each()] }))
    return { pages, sizes, all: sizes.reduce((sum, size) => sum + size) }
  }

  it('are the ranks that can still be chosen, and the same one is', async () => {
    const { pages, sizes, all } = await manyOf(12)
    const maxBytes = Math.round((sizes[2]! + sizes[3]!) / 2)
    const usual = await writePdf(pages, { maxBytes })
    const bounded = await writePdf(pages, { maxBytes, keptMax: all / 2 })
    expect(bounded.reduced).toEqual({ quality: 50, scale: 0.5 })
    expect(bounded).toMatchObject({ reduced: usual.reduced, maxBytesMet: true })
    expect(bounded.bytes.length).toBe(usual.bytes.length)
  })

  it('is not the best rank where all together take too much', async () => {
    const { pages, sizes, all } = await manyOf(3)
    const { reduced } = await writePdf(pages, { maxBytes: 2 * all, keptMax: all - sizes[0]! })
    expect(reduced).toEqual({ quality: 75, scale: 1 })
    const tooLittle = writePdf(pages, { maxBytes: 2 * all, keptMax: sizes.at(-1)! - 1 })
    await expect(tooLittle).rejects.toThrow(Problem)
  })
})

type Asked = {
  readonly compression: Compression
  readonly image?: RgbImage
  readonly ranks?: boolean
  readonly text?: { readonly blocks: readonly Block[]; readonly picture: RgbImage }
}

async function pageOf({ compression, image = page, ranks = false, text }: Asked): Promise<PdfPage> {
  const sizePt = { width: (image.width * 72) / dpi, height: (image.height * 72) / dpi }
  const pictures = await encodePictures(image, { compression, dpi, ranks }, codec)
  return { sizePt, parts: [{ pictures, ...(text && { text }) }] }
}

async function drawn(pdf: Uint8Array): Promise<RgbImage> {
  const opened = await openPdf(pdf)
  const { widthPt, heightPt } = opened.page(1)
  const size = { width: Math.round((widthPt * dpi) / 72), height: Math.round((heightPt * dpi) / 72) }
  const { rgba } = opened.draw(1, { size, kind: 'digital' })
  const data = new Uint8Array(size.width * size.height * 3)
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) data.set(rgba.subarray(from, from + 3), to)
  return { ...size, data }
}

/** Words in one line, with nothing between them. */
function blocksOf(words: readonly string[]): Block[] {
  const corners = (left: number, right: number) =>
    [
      [left, 100],
      [right, 100],
      [right, 150],
      [left, 150],
    ] as const
  const placed = words.map((text, i) => ({
    text,
    confidence: 1,
    corners: corners(50 + 260 * i, 310 + 260 * i),
  }))
  const whole = corners(50, 50 + 260 * words.length)
  return [
    { corners: whole, lines: [{ text: words.join(' '), confidence: 1, corners: whole, words: placed }] },
  ]
}

function blackAndWhite(image: RgbImage) {
  const { width, height, data } = grayFromRgb(image)
  return { width, height, data: data.map((value) => (value > 128 ? 255 : 0)) }
}

function gradients(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    data[at] = 90 + 60 * Math.sin(x / 40 + (at % 3)) + 60 * Math.cos(y / 25 + x / 90)
  }
  return { width, height, data }
}

function sizeOf(buffers: readonly Uint8Array[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0)
}

function darkness(image: RgbImage): number {
  return grayFromRgb(image).data.reduce((sum, value) => sum + 255 - value, 0)
}

let files = 0

function saved(bytes: Uint8Array): string {
  const file = path.join(folder, `${files++}.pdf`)
  writeFileSync(file, bytes)
  return file
}

function run([command, ...args]: readonly string[]): string {
  return execFileSync(command!, args, { encoding: 'utf8' })
}
