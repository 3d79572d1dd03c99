import { PDFHexString, type PDFDocument, type PDFPage, type PDFRef } from '@cantoo/pdf-lib'
import { pointBetween, pointDistance, type Point } from '@equerre/geometry/point'
import type { Size } from '@equerre/geometry/spaces'
import type { Block, Word } from '../core/read/page-text.ts'
import type { PdfBox } from './pdf-pictures.ts'

/**
 * A font of 252 bytes whose one glyph is blank and half as wide as it is high: text in it is found, marked and copied, but
 * never seen. Made with fontTools' FontBuilder: units of 1/1000, ascent 800, descent -200, advance 500.
 */
const blankFont =
  'AAEAAAAGAEAAAgAgZ2x5ZgAAAAAAAAD4AAAAAWhlYWQihaLgAAAAbAAAADZoaGVhAyIBLgAAAKQAAAAkaG10eAH0AAAAAADoAAAABmxvY2EAAAAAAAAA8AAAAAZtYXhwAAMAAgAAAMgAAAAgAAEAAAABAADn8dGXXw889QADA+gAAAAA4bexAAAAAADht7EAAAAAAAAAAAAAAAADAAIAAAAAAAAAAQAAAyD/OAAAAfQAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAQAAAAIAAAAAAAAAAAACAAAAAAAAAAAAAAAAAAAAAAH0AAAAAAAAAAAAAAAAAAAAAAAA'
const advance = 0.5
const descent = 0.2
/** Words may touch; text must still run in some direction. */
const widthMinPt = 0.01
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
    .flatMap(({ words }) => words.flatMap((word, index) => [word, ...spaceBetween(word, words[index + 1])]))
    .map((part) => `${font.asString()} ${showOperators(part, toPoints)}`)
  const content = ['BT', '3 Tr', ...shown, 'ET'].join('\n')
  page.node.addContentStream(pdf.context.register(pdf.context.flateStream(content)))
}

type Part = Pick<Word, 'text' | 'corners'>

/** As wide as the gap, so that no reader takes what a table's row says for columns. */
function spaceBetween({ corners }: Word, next: Word | undefined): Part[] {
  if (!next) return []
  return [{ text: ' ', corners: [corners[1], next.corners[0], next.corners[3], corners[2]] }]
}

/** Sized so that from descent to ascent it is as high as the word, and set so wide that it ends where the word does. */
function showOperators({ text, corners }: Part, toPoints: (point: Point) => Point): string {
  const [topLeft, , bottomRight, bottomLeft] = corners.map(toPoints) as [Point, Point, Point, Point]
  const size = pointDistance(topLeft, bottomLeft)
  const width = Math.max(pointDistance(bottomLeft, bottomRight), widthMinPt)
  const [cos, sin] = [(bottomRight[0] - bottomLeft[0]) / width, (bottomRight[1] - bottomLeft[1]) / width]
  const [x, y] = pointBetween(bottomLeft, topLeft, descent)
  const stretch = (100 * width) / (text.length * advance * size)
  const codes = PDFHexString.of(Buffer.from(text, 'utf16le').swap16().toString('hex'))
  const numbers = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(' ')
  return `${size.toFixed(2)} Tf ${stretch.toFixed(2)} Tz ${numbers} Tm ${codes.toString()} Tj`
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
