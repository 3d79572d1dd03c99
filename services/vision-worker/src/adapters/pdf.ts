import type { PageInfo } from '@equerre/contract/detourage'
import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import { pictureOf, type PdfImage, type PdfPicture } from '../core/ingest/pdf-picture.ts'
import type { RgbaImage } from './codec.ts'
import { readMarks } from './pdf-marks.ts'
import { withMemory, withPage, withPdf, type OpenPdf, type PageHandle, type Pdfium } from './pdfium.ts'

type PdfPage = {
  /** Upright size in points of 1/72 inch. */
  readonly widthPt: number
  readonly heightPt: number
  /** The image that is all there is to see of it; null for text and drawings. */
  readonly picture: PdfPicture | null
  readonly images: readonly PdfImage[]
}

type Drawing = {
  /** Counted from 1. */
  readonly page: number
  /** Pixels of what is drawn. */
  readonly size: Size
  /** Of a photograph, only the picture is drawn, without the bare paper around it. */
  readonly kind: PageInfo['kind']
}

/** Annotations too; bytes in the order red, green, blue. */
const drawFlags = 0x01 | 0x02 | 0x10
const rgbaFormat = 4
const white = 0xffffffff
/** PDFium stretches an image onto every pixel that it touches, be it by a rounding error: it is kept off the next ones by this. */
const insetPx = 1 / 64

/**
 * The pages of a PDF.
 * @throws Problem `encrypted_pdf`, `unreadable_file`, `too_many_pages`
 */
export function readPdfPages(bytes: Uint8Array, pagesMax: number): Promise<PdfPage[]> {
  return withPdf(bytes, (pdf) => {
    const count = pdf.pdfium._FPDF_GetPageCount(pdf.document)
    if (count === 0) throw new Problem('unreadable_file')
    if (count > pagesMax) throw new Problem('pdf_too_many_pages', { pages: count, most: pagesMax })
    return Array.from({ length: count }, (_, index) =>
      withPage(pdf, index, (page) => describePage(pdf, page)),
    )
  })
}

/** What one page says of itself, without looking at the others. */
export function readPdfPage(bytes: Uint8Array, number: number): Promise<PdfPage> {
  return withPdf(bytes, (pdf) => withPage(pdf, number - 1, (page) => describePage(pdf, page)))
}

/** One page, drawn on white at the wanted size. */
export function renderPdfPage(bytes: Uint8Array, { page: number, size, kind }: Drawing): Promise<RgbaImage> {
  return withPdf(bytes, (pdf) => {
    if (number > pdf.pdfium._FPDF_GetPageCount(pdf.document))
      throw new Problem('pdf_page_missing', { page: number })
    return withPage(pdf, number - 1, (handle) => {
      const { picture } = describePage(pdf, handle)
      return drawn(pdf.pdfium, size, (bitmap) => {
        const canvas = { bitmap, page: handle, size }
        if (kind === 'photo' && picture) drawPicture(pdf.pdfium, canvas, picture)
        else drawPage(pdf.pdfium, canvas)
      })
    })
  })
}

function drawn(pdfium: Pdfium, { width, height }: Size, draw: (bitmap: number) => void): RgbaImage {
  const row = width * rgbaFormat
  return withMemory(pdfium, row * height, (at) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, rgbaFormat, at, row)
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
      draw(bitmap)
      // A copy, because the library's memory goes with it.
      return { width, height, rgba: pdfium.HEAPU8.slice(at, at + row * height) }
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap)
    }
  })
}

type Canvas = { readonly bitmap: number; readonly page: PageHandle; readonly size: Size }

function drawPage(pdfium: Pdfium, { bitmap, page, size: { width, height } }: Canvas): void {
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawFlags)
}

/** Lets the picture fill the canvas, pixel by pixel where the canvas has as many as it. */
function drawPicture(
  pdfium: Pdfium,
  { bitmap, page, size: { width, height } }: Canvas,
  { box }: PdfPicture,
): void {
  const across = (width - 2 * insetPx) / (box.right - box.left)
  const down = (height - 2 * insetPx) / (box.bottom - box.top)
  const matrix = [across, 0, 0, down, insetPx - box.left * across, insetPx - box.top * down]
  withMemory(pdfium, 40, (at) => {
    const floats = new Float32Array([...matrix, 0, 0, width, height])
    pdfium.HEAPU8.set(new Uint8Array(floats.buffer), at)
    pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, page, at, at + 24, drawFlags)
  })
}

function describePage(pdf: OpenPdf, page: PageHandle): PdfPage {
  const widthPt = pdf.pdfium._FPDF_GetPageWidth(page)
  const heightPt = pdf.pdfium._FPDF_GetPageHeight(page)
  if (!(widthPt > 0 && heightPt > 0)) throw new Problem('unreadable_file')
  const { marks, more } = readMarks(pdf, page)
  const picture = more ? null : pictureOf(marks, { widthPt, heightPt })
  return { widthPt, heightPt, picture, images: marks.filter((mark) => mark.what === 'image') }
}
