import { Problem } from '@equerre/contract/problems'
import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium'
import type { RgbaImage } from './codec.ts'

type PdfPage = {
  /** Upright size in points of 1/72 inch. */
  readonly widthPt: number
  readonly heightPt: number
  /** `scan` when one image is the page, `digital` when text or drawings are. */
  readonly kind: 'scan' | 'digital'
  /** Resolution of a scan's own image; null for a digital page, which has none. */
  readonly imageDpi: number | null
}

/** A page and its image have the same proportions within this much when the image is the page. */
const proportionSlack = 0.03

/**
 * The pages of a PDF.
 * @throws Problem `encrypted_pdf`, `unreadable_file`, `too_many_pages`
 */
export function readPdfPages(bytes: Uint8Array, pagesMax: number): Promise<PdfPage[]> {
  return withDocument(bytes, async (pdf) => {
    const count = pdf.getPageCount()
    if (count === 0) throw new Problem('unreadable_file')
    if (count > pagesMax)
      throw new Problem('too_many_pages', `Ce PDF compte ${count} pages : la limite est de ${pagesMax}.`)
    const pages: PdfPage[] = []
    for (const page of pdf.pages()) pages.push(await describePage(page))
    return pages
  })
}

/**
 * One page, drawn on white at the wanted size.
 * @param number counted from 1
 */
export function renderPdfPage(
  bytes: Uint8Array,
  number: number,
  size: { width: number; height: number },
): Promise<RgbaImage> {
  return withDocument(bytes, async (pdf) => {
    if (number > pdf.getPageCount()) throw new Problem('not_found', `Ce PDF n’a pas de page ${number}.`)
    const { data, width, height } = await pdf.getPage(number - 1).render({ ...size, render: 'bitmap' })
    return { width, height, rgba: data }
  })
}

/** What one page says of itself, without looking at the others. */
export function readPdfPage(bytes: Uint8Array, number: number): Promise<PdfPage> {
  return withDocument(bytes, (pdf) => describePage(pdf.getPage(number - 1)))
}

async function describePage(page: PDFiumPage): Promise<PdfPage> {
  const { originalWidth: widthPt, originalHeight: heightPt } = page.getOriginalSize()
  if (!(widthPt > 0 && heightPt > 0)) throw new Problem('unreadable_file')
  const image = await pageImage(page, widthPt / heightPt)
  const imageDpi = image ? (image.long * 72) / Math.max(widthPt, heightPt) : null
  return { widthPt, heightPt, kind: image ? 'scan' : 'digital', imageDpi }
}

/** The image that makes up the page, if one does: alone but for (invisible) text, and of the page's proportions. */
async function pageImage(page: PDFiumPage, proportion: number): Promise<{ long: number } | null> {
  const objects = [...page.objects()]
  const images = objects.filter((object) => object.type === 'image')
  const [image] = images
  const drawn = objects.some(({ type }) => type === 'path' || type === 'shading' || type === 'form')
  if (!image || images.length > 1 || drawn) return null
  const { width, height } = await image.getImageDataRaw()
  const isPage = [width / height, height / width].some(
    (own) => Math.abs(Math.log(own / proportion)) < proportionSlack,
  )
  return isPage ? { long: Math.max(width, height) } : null
}

/** A fresh library per document: its memory, which never shrinks, goes with it. */
async function withDocument<Result>(
  bytes: Uint8Array,
  use: (pdf: PDFiumDocument) => Promise<Result>,
): Promise<Result> {
  const library = await PDFiumLibrary.init()
  try {
    const pdf = await library.loadDocument(bytes).catch(refused)
    return await use(pdf)
  } finally {
    library.destroy()
  }
}

function refused(error: unknown): never {
  const message = error instanceof Error ? error.message : ''
  const code = /password|security/i.test(message) ? 'encrypted_pdf' : 'unreadable_file'
  throw Object.assign(new Problem(code), { cause: error })
}
