/** What people mark, copy and find in a searchable PDF: by PDFium, as in Chromium, and by pdf.js, as in Firefox. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { findOnPath } from '@equerre/local/go-tools'
import { execFileSync } from 'node:child_process'
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCodec } from '../src/adapters/codec.ts'
import { encodePictures } from '../src/adapters/encode-pictures.ts'
import { writePdf, type PdfPage } from '../src/adapters/pdf-writer.ts'
import { loadTextModels } from '../src/adapters/text-models.ts'
import { chooseWarp } from '../src/adapters/warp-kernel.ts'
import { a4Sheet } from '../src/core/assemble/sheet.ts'
import { readText } from '../src/flow/read-text.ts'
import { openMarked, type Box, type MarkedPage } from './marked-text.ts'
import { drawPaperwork } from './paperwork-page.ts'

const pdffonts = findOnPath('pdffonts')
const models = await loadTextModels()
/** Tesseract, in their place, reads some of it otherwise. */
const withoutNetworks = !models || 'readPage' in models
const lines = [
  'Atelier Équerre & Fils, à Angoulême',
  'La sœur dit : « Où est le reçu ? » Là-bas,',
  'naïve, elle paya 1 284,50 € hors taxe.',
]
const sizePt = { width: 300, height: 130 }
const inset = a4Sheet(sizePt)
const dpi = 200
/** Share of a printed word that its mark lies over. */
const coverageMin = 0.7
/** Share of the word beside it that it may lie over too. */
const overlapMax = 0.3

/** A drawn page, and a PDF of what was read on it: upright, turned, on A4, and the drawn page itself, turned. */
let drawn: Buffer
let made: Uint8Array
let marked: (index: number) => MarkedPage
let printed: MarkedPage['words']
let pdfJs: PDFDocumentProxy
beforeAll(async () => {
  drawn = await drawLines()
  const mm = (points: number) => (points * 25.4) / 72
  const sheet = { pdf: drawn, widthMm: mm(sizePt.width), heightMm: mm(sizePt.height), lines, amounts: [] }
  const picture = await drawPaperwork(sheet, dpi)
  const blocks = await readText(picture, { models: models!, warp: chooseWarp().warp })
  const codec = openCodec({ pixelsMax: 1_000_000 })
  const pictures = await encodePictures(picture, { compression: 'jpeg', dpi, ranks: false }, codec)
  const part = { pictures, text: { blocks, picture } }
  const pages: PdfPage[] = [
    { sizePt, parts: [part], bookmark: 'Droite' },
    { sizePt, parts: [part], turn: 90 },
    { sizePt: inset.sizePt, parts: [{ ...part, box: inset.boxes[0]! }] },
    { copyOf: drawn, page: 0, turn: 270, bookmark: 'Copie' },
  ]
  made = (await writePdf(pages, { title: 'Dossier' })).bytes
  marked = await openMarked(made)
  printed = (await openMarked(drawn))(0).words
  // It takes the bytes away; 0: no warning about fonts that it would draw with.
  pdfJs = await getDocument({ data: new Uint8Array(made), verbosity: 0 }).promise
})
afterAll(() => pdfJs.loadingTask.destroy())

/** Where what is drawn at a place of the page stands when it is shown, for each page. */
const shownAt: readonly ((box: Box) => Box)[] = [
  (box) => box,
  ({ left, top, right, bottom }) => ({
    left: sizePt.height - bottom,
    top: left,
    right: sizePt.height - top,
    bottom: right,
  }),
  (box) => moved(box, inset.boxes[0]!),
]

const phrases = ['Équerre & Fils', 'sœur dit : « Où', '1 284,50 €']

describe.skipIf(withoutNetworks).each([
  ['upright', 0],
  ['turned', 1],
  ['on A4', 2],
])('a page %s', (_, index) => {
  it('is marked, copied and found word by word in Chromium’s engine', () => {
    const page = marked(index)
    expect(page.lines).toEqual(lines)
    expect(page.words.map(({ text }) => text)).toEqual(printed.map(({ text }) => text))
    const over = (marks: number, prints: number) =>
      coverage(shownAt[index]!(printed[prints]!.box), page.words[marks]!.box)
    expect(Math.min(...printed.map((_word, at) => over(at, at)))).toBeGreaterThan(coverageMin)
    expect(Math.max(...printed.slice(1).map((_word, at) => over(at, at + 1)))).toBeLessThan(overlapMax)
    expect(phrases.filter((phrase) => page.finds(phrase))).toEqual(phrases)
  })

  it('is marked and copied line by line in pdf.js', async () => {
    const page = await pdfJs.getPage(index + 1)
    expect((await textOf(page)).split('\n')).toEqual(lines)
    const boxes = await boxesOf(page)
    const covered = printed.map(({ box }) =>
      Math.max(...boxes.map((one) => coverage(shownAt[index]!(box), one))),
    )
    expect(Math.min(...covered)).toBeGreaterThan(coverageMin)
  })
})

describe('a page copied and turned', () => {
  it('keeps the text it had', async () => {
    expect(marked(3).lines).toEqual(lines)
    expect((await textOf(await pdfJs.getPage(4))).split('\n')).toEqual(lines)
  })

  it.skipIf(!pdffonts)('keeps its fonts', () => {
    const fonts = (bytes: Uint8Array, ...pages: string[]) =>
      execFileSync(pdffonts!, [...pages, '-'], { input: bytes, encoding: 'utf8' }).replace(
        / +\d+ +\d+$/gm,
        '',
      )
    expect(fonts(drawn)).toContain('Times-Roman')
    expect(fonts(made, '-f', '4')).toBe(fonts(drawn))
  })
})

async function drawLines(): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  const page = pdf.addPage([sizePt.width, sizePt.height])
  lines.forEach((line, row) => page.drawText(line, { x: 24, y: 95 - 26 * row, size: 12, font }))
  return Buffer.from(await pdf.save())
}

async function itemsOf(page: PDFPageProxy) {
  return (await page.getTextContent()).items.filter((item) => 'str' in item)
}

/** As its viewer copies it. */
async function textOf(page: PDFPageProxy): Promise<string> {
  return (await itemsOf(page)).map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('')
}

/** Of its pieces of text, in points as the page is shown; a piece reaches from descent to ascent. */
async function boxesOf(page: PDFPageProxy): Promise<Box[]> {
  const viewport = page.getViewport({ scale: 1 })
  return (await itemsOf(page)).map(({ transform, width, height }) => {
    const [, , , , x, y] = transform as number[]
    const [x0, y0, x1, y1] = [
      ...viewport.convertToViewportPoint(x!, y! - 0.2 * height),
      ...viewport.convertToViewportPoint(x! + width, y! + 0.8 * height),
    ] as [number, number, number, number]
    return {
      left: Math.min(x0, x1),
      top: Math.min(y0, y1),
      right: Math.max(x0, x1),
      bottom: Math.max(y0, y1),
    }
  })
}

function moved({ left, top, right, bottom }: Box, by: { readonly left: number; readonly top: number }): Box {
  return { left: left + by.left, top: top + by.top, right: right + by.left, bottom: bottom + by.top }
}

/** Share of a box that another one lies over. */
function coverage(box: Box, over: Box): number {
  const width = Math.min(box.right, over.right) - Math.max(box.left, over.left)
  const height = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top)
  const area = (box.right - box.left) * (box.bottom - box.top)
  return (Math.max(0, width) * Math.max(0, height)) / area
}
