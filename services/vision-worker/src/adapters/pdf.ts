import type { PageInfo } from '@equerre/contract/detourage'
import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import { admitPages } from '../core/ingest/admission.ts'
import { pictureOf, type PdfImage, type PdfPicture } from '../core/ingest/pdf-picture.ts'
import type { RgbaImage } from './codec.ts'
import { readMarks } from './pdf-marks.ts'
import { openDocument, withMemory, withPage, type OpenPdf, type PageHandle, type Pdfium } from './pdfium.ts'

type PdfPage = {
  /** Upright size in points of 1/72 inch. */
  readonly widthPt: number
  readonly heightPt: number
  /** The image, when there is nothing else to see on the page; null for text and drawings. */
  readonly picture: PdfPicture | null
  readonly images: readonly PdfImage[]
}

type Drawing = {
  /** Output size in pixels. */
  readonly size: Size
  /** For a photograph only the picture is drawn, without the blank paper around it. */
  readonly kind: PageInfo['kind']
}

/** A PDF that has been opened. Its pages count from 1. */
export type Pdf = {
  /** All pages. @throws Problem `unreadable_file`, `pdf_too_many_pages` */
  readonly pages: (limits: Pick<Limits, 'pagesMax'>) => PdfPage[]
  /** What one page says about itself; reads no other page. @throws Problem `pdf_page_missing`, `unreadable_file` */
  readonly page: (number: number) => PdfPage
  /** One page drawn on white at the given size. @throws Problem `pdf_page_missing`, `unreadable_file` */
  readonly draw: (number: number, drawing: Drawing) => RgbaImage
}

/** Draw annotations, and write bytes in RGB order. */
const drawFlags = 0x01 | 0x02 | 0x10
const rgbaFormat = 4
const white = 0xffffffff
/** PDFium stretches an image onto every pixel it touches, even by a rounding error; this inset keeps it off the next ones. */
const insetPx = 1 / 64

/** @throws Problem `encrypted_pdf`, `wrong_password`, `unreadable_file` */
export async function openPdf(bytes: Uint8Array, password?: string): Promise<Pdf> {
  const pdf = await openDocument(bytes, password)
  const { pdfium, document } = pdf
  const count = pdfium._FPDF_GetPageCount(document)
  const onPage = <Result>(number: number, use: (page: PageHandle) => Result): Result => {
    if (number > count) throw new Problem('pdf_page_missing', { page: number })
    return withPage(pdf, number - 1, use)
  }
  const described = new Map<number, PdfPage>()
  const describe = (number: number, page: PageHandle): PdfPage => {
    const known = described.get(number) ?? describePage(pdf, page)
    described.set(number, known)
    return known
  }
  const page = (number: number) => onPage(number, (handle) => describe(number, handle))
  return {
    pages: (limits) => {
      if (count === 0) throw new Problem('unreadable_file')
      admitPages(count, limits)
      return Array.from({ length: count }, (_, index) => page(index + 1))
    },
    page,
    draw: (number, { kind, size }) =>
      onPage(number, (handle) => {
        const { picture } = describe(number, handle)
        return drawn(pdfium, size, (bitmap) => {
          const canvas = { bitmap, page: handle, size }
          if (kind === 'photo' && picture) drawPicture(pdfium, canvas, picture)
          else drawPage(pdfium, canvas)
        })
      }),
  }
}

function drawn(pdfium: Pdfium, { width, height }: Size, draw: (bitmap: number) => void): RgbaImage {
  const row = width * rgbaFormat
  return withMemory(pdfium, row * height, (at) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, rgbaFormat, at, row)
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
      draw(bitmap)
      // Copied, because the library's memory is freed.
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

/** Draws the picture to fill the canvas, pixel for pixel where the sizes match. */
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
