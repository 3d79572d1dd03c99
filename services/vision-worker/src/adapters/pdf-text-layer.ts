import { PDFHexString, type PDFDocument, type PDFPage, type PDFRef } from '@cantoo/pdf-lib'
import { pointBetween, pointDistance, type Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import type { Block, Word } from '../core/read/page-text.ts'
import type { PdfBox } from './pdf-pictures.ts'

/**
 * A font of 272 bytes with one glyph, half as wide as it is high, which shows nothing: text in it is found, marked and copied,
 * but never seen. Two points without a line between them give the glyph its box: of glyphs without one, Chromium drops
 * words of one character. Made with fontTools' FontBuilder: units of 1/1000, ascent 800, descent -200, advance 500, each
 * point a contour of its own, at (0, -200) and (500, 800).
 */
const blankFont =
  'AAEAAAAGAEAAAgAgZ2x5Zt9f6+gAAABsAAAAGGhlYWRhC0M4AAAArAAAADZoaGVhBRYBLgAAAOwAAAAkaG10eAH0AAAAAADkAAAABmxvY2EADAAAAAAApAAAAAZtYXhwAAUABAAAAIQAAAAgAAIAAP84AfQDIAAAAAEAABUBAfTIA+gAAAEAAAACAAIAAgAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAABAAAAAQAAqCK5lF8PPPUAAwPoAAAAAAAAAAAAAAAAAAAAAAAA/zgB9AMgAAAAAwACAAAAAAAAAfQAAAAAAAAAAQAAAyD/OAAAAfQAAAAAAfQAAQAAAAAAAAAAAAAAAAAAAAE='
const advance = 0.5
const descent = 0.2
/** In points: text must run in some direction. */
const widthMin = 0.01
/** Between words, as a share of their height: poppler sees no space in less, whatever is written between them. */
const gapMin = 0.1
/** Sine of the angle from which on text is laid at a slant: pdf.js ends a line after each word that is. */
const slantMin = 0.05
const fontName = 'EquerreBlank'

/** Every code is the character of that number in UTF-16, in steps of 256: a longer range may not cross a byte (PDF 9.10.3). */
const toUnicode = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${rangesOf(100)}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`

/**
 * Lays text over a page of a PDF, invisibly, each word where it stands in the picture that fills the box.
 * @param blocks in pixels of that picture
 */
export function addTextLayer(
  pdf: PDFDocument,
  page: PDFPage,
  { blocks, picture, box }: { blocks: readonly Block[]; picture: Size; box: PdfBox },
): void {
  if (blocks.length === 0) return
  const font = page.node.newFontDictionary(fontName, blankFontOf(pdf))
  const toPoints = ([x, y]: Point): Point => [
    box.left + (x * box.width) / picture.width,
    page.getHeight() - box.top - (y * box.height) / picture.height,
  ]
  const shown = blocks
    .flatMap((block) => block.lines)
    .flatMap(({ words }) =>
      words.map(({ text, corners }, index) => {
        const placed = { text, corners: corners.map(toPoints) as unknown as Quad }
        const next = words[index + 1]?.corners[3]
        return `${font.asString()} ${showOperators(placed, next && toPoints(next))}`
      }),
    )
  const content = ['BT', '3 Tr', ...shown, 'ET'].join('\n')
  page.node.addContentStream(pdf.context.register(pdf.context.flateStream(content)))
}

/**
 * Sized so that from descent to ascent it is as high as the word, and set so wide that it ends where the word does. A space
 * reaches on to the next word, so that no reader takes what a table's row says for columns.
 * @param next where the next word of the line begins; all in points
 */
function showOperators({ text, corners }: Pick<Word, 'text' | 'corners'>, next: Point | undefined): string {
  const [topLeft, , bottomRight, bottomLeft] = corners
  const size = pointDistance(topLeft, bottomLeft)
  const width = Math.max(pointDistance(bottomLeft, bottomRight), widthMin)
  const [cos, sin] = directionOf(bottomLeft, bottomRight)
  const centre = pointBetween(topLeft, bottomRight, 0.5)
  const above = (0.5 - descent) * size
  const [x, y] = [centre[0] - (cos * width) / 2 + sin * above, centre[1] - (sin * width) / 2 - cos * above]
  const show = (shown: string, points: number) => {
    const codes = PDFHexString.of(Buffer.from(shown, 'utf16le').swap16().toString('hex'))
    return `${((100 * points) / (shown.length * advance * size)).toFixed(2)} Tz ${codes.toString()} Tj`
  }
  const matrix = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(' ')
  const start = `${size.toFixed(2)} Tf ${matrix} Tm`
  if (!next) return `${start} ${show(text, width)}`
  const reach = (next[0] - x) * cos + (next[1] - y) * sin
  const end = Math.min(width, Math.max(width / 2, reach - gapMin * size))
  return `${start} ${show(text, end)} ${show(' ', Math.max(gapMin * size, reach - end))}`
}

/** Cosine and sine of the angle from one point to the other; that of a quarter turn where it is nearly one. */
function directionOf([x, y]: Point, [toX, toY]: Point): Point {
  const angle = Math.atan2(toY - y, toX - x)
  const quarter = (Math.round((2 * angle) / Math.PI) * Math.PI) / 2
  const chosen = Math.abs(Math.sin(angle - quarter)) < slantMin ? quarter : angle
  return [Math.cos(chosen), Math.sin(chosen)]
}

const blankFonts = new WeakMap<PDFDocument, PDFRef>()

/** One for all pages of a document. */
function blankFontOf(pdf: PDFDocument): PDFRef {
  const known = blankFonts.get(pdf)
  if (known) return known
  const font = newBlankFont(pdf)
  blankFonts.set(pdf, font)
  return font
}

function newBlankFont({ context }: PDFDocument): PDFRef {
  const bytes = Buffer.from(blankFont, 'base64')
  const file = context.register(context.flateStream(bytes, { Length1: bytes.length }))
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: fontName,
      // Fixed pitch and symbolic.
      Flags: 5,
      FontBBox: [0, -200, 500, 800],
      ItalicAngle: 0,
      Ascent: 800,
      Descent: -200,
      CapHeight: 800,
      StemV: 80,
      FontFile2: file,
    }),
  )
  const everyCodeIsGlyph1 = context.register(context.flateStream(Buffer.alloc(131_072, Buffer.from([0, 1]))))
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: fontName,
      CIDSystemInfo: {
        Registry: PDFHexString.fromText('Adobe'),
        Ordering: PDFHexString.fromText('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      DW: 1000 * advance,
      CIDToGIDMap: everyCodeIsGlyph1,
    }),
  )
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: fontName,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(toUnicode)),
    }),
  )
}

/** At most 100 ranges stand in one block. */
function rangesOf(perBlock: number): string {
  const blocks: string[] = []
  for (let first = 0; first < 256; first += perBlock) {
    const highs = Array.from({ length: Math.min(perBlock, 256 - first) }, (_, i) =>
      (first + i).toString(16).padStart(2, '0'),
    )
    const ranges = highs.map((high) => `<${high}00> <${high}FF> <${high}00>`)
    blocks.push(`${ranges.length} beginbfrange\n${ranges.join('\n')}\nendbfrange`)
  }
  return blocks.join('\n')
}
