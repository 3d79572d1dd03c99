import { openDocument, withMemory, withPage, type PageHandle, type Pdfium } from '../src/adapters/pdfium.ts'

/** In points from the top left of the page as it is shown. */
export type Box = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>

/** The text of a page as PDFium, and with it Chromium, marks, copies and finds it. */
export type MarkedPage = {
  readonly lines: readonly string[]
  /** Each framed by the boxes of its characters. */
  readonly words: readonly { readonly text: string; readonly box: Box }[]
  readonly finds: (phrase: string) => boolean
}

/** Documented in `fpdf_text.h`. */
type TextFunctions = {
  readonly _FPDFText_LoadPage: (page: PageHandle) => number
  readonly _FPDFText_ClosePage: (text: number) => void
  readonly _FPDFText_CountChars: (text: number) => number
  readonly _FPDFText_GetUnicode: (text: number, index: number) => number
  readonly _FPDFText_GetCharBox: (...textIndexAndFourResults: number[]) => number
  readonly _FPDFText_FindStart: (...textPhraseFlagsAndStart: number[]) => number
  readonly _FPDFText_FindNext: (search: number) => number
  readonly _FPDFText_FindClose: (search: number) => void
}

type Text = { readonly pdfium: Pdfium & TextFunctions; readonly page: PageHandle; readonly text: number }

/** Opens a PDF, whose pages count from 0. */
export async function openMarked(bytes: Uint8Array): Promise<(index: number) => MarkedPage> {
  const pdf = await openDocument(bytes)
  const pdfium = pdf.pdfium as Pdfium & TextFunctions
  const withText = <Result>(index: number, use: (text: Text) => Result) =>
    withPage(pdf, index, (page) => {
      const text = pdfium._FPDFText_LoadPage(page)
      try {
        return use({ pdfium, page, text })
      } finally {
        pdfium._FPDFText_ClosePage(text)
      }
    })
  return (index) => {
    const characters = withText(index, charactersOf)
    return {
      lines: characters
        .map(({ sign }) => sign)
        .join('')
        .split(/ *\r\n/),
      words: wordsOf(characters),
      finds: (phrase) => withText(index, (text) => finds(text, phrase)),
    }
  }
}

type Character = { readonly sign: string; readonly box: Box }

function charactersOf({ pdfium, page, text }: Text): Character[] {
  return Array.from({ length: pdfium._FPDFText_CountChars(text) }, (_, index) => {
    const sign = String.fromCodePoint(pdfium._FPDFText_GetUnicode(text, index))
    return withMemory(pdfium, 32, (at) => {
      pdfium._FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24)
      const [left, right, bottom, top] = doubles(pdfium, at, 4)
      const corners = [shown({ pdfium, page }, left!, top!), shown({ pdfium, page }, right!, bottom!)]
      return { sign, box: framed(corners.map(([x, y]) => ({ left: x, top: y, right: x, bottom: y }))) }
    })
  })
}

/** PDFium tells places in whole pixels. */
const pixelsPerPoint = 20

function shown({ pdfium, page }: Omit<Text, 'text'>, x: number, y: number): [number, number] {
  const [width, height] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)]
  const frame = [0, 0, Math.round(width * pixelsPerPoint), Math.round(height * pixelsPerPoint)]
  return withMemory(pdfium, 8, (at) => {
    pdfium._FPDF_PageToDevice(page, ...frame, 0, x, y, at, at + 4)
    const [across, down] = new Int32Array(pdfium.HEAPU8.slice(at, at + 8).buffer)
    return [across! / pixelsPerPoint, down! / pixelsPerPoint]
  })
}

function doubles(pdfium: Pdfium, at: number, count: number): Float64Array {
  return new Float64Array(pdfium.HEAPU8.slice(at, at + 8 * count).buffer)
}

function wordsOf(characters: readonly Character[]): MarkedPage['words'] {
  const words: { text: string; boxes: Box[] }[] = []
  let inside = false
  for (const { sign, box } of characters) {
    const isSpace = sign.trim() === ''
    if (!isSpace && inside) {
      words.at(-1)!.text += sign
      words.at(-1)!.boxes.push(box)
    } else if (!isSpace) words.push({ text: sign, boxes: [box] })
    inside = !isSpace
  }
  return words.map(({ text, boxes }) => ({ text, box: framed(boxes) }))
}

function framed(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }
}

function finds({ pdfium, text }: Text, phrase: string): boolean {
  const wide = Buffer.from(`${phrase}\0`, 'utf16le')
  return withMemory(pdfium, wide.length, (at) => {
    pdfium.HEAPU8.set(wide, at)
    const search = pdfium._FPDFText_FindStart(text, at, 0, 0)
    const found = pdfium._FPDFText_FindNext(search) !== 0
    pdfium._FPDFText_FindClose(search)
    return found
  })
}
