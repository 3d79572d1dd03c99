import type { PageInfo } from '@equerre/contract/detourage'
import type { Limits } from '@equerre/contract/limits'
import type { Size } from '@equerre/geometry/spaces'
import type { PdfPicture, PtBox } from './pdf-picture.ts'
import { hasShape } from './shape.ts'

/** Pages other than photographs are measured in pixels at this resolution, whatever they are drawn at later. */
const pdfDpi = 300

type Page = { readonly widthPt: number; readonly heightPt: number; readonly picture: PdfPicture | null }

/**
 * Describes a PDF page to the later steps. If it is a picture it counts as a photograph, with the picture's own pixels and
 * without the bare paper around it; a bilevel picture counts as a scan.
 */
export function pdfPageInfo(page: Page, limits: Limits): PageInfo {
  const { picture } = page
  if (!picture) return { ...pdfPixels(page), kind: 'digital' }
  if (picture.bitonal) return { ...pdfPixels(page), kind: 'scan' }
  const size = picturePixels(picture, limits.outputPixelsMax)
  // A dot or a line that happens to be an image.
  return hasShape(size, limits) ? { ...size, kind: 'photo' } : { ...pdfPixels(page), kind: 'digital' }
}

/** The picture's own size in pixels, capped at the largest page we draw. */
function picturePixels({ box, pixelsPerPt }: PdfPicture, pixelsMax: number): Size {
  const size = sizeOf(box)
  return scaledSize(size, Math.min(pixelsPerPt, Math.sqrt(pixelsMax / (size.width * size.height))))
}

/** Size of a box, in points. */
function sizeOf({ left, top, right, bottom }: PtBox): Size {
  return { width: right - left, height: bottom - top }
}

/** Size of a page in pixels at 300 dpi, at least 1 × 1, from its size in points of 1/72 inch. */
export function pdfPixels(page: { readonly widthPt: number; readonly heightPt: number }): Size {
  return scaledSize({ width: page.widthPt, height: page.heightPt }, pdfDpi / 72)
}

/** A size scaled and rounded to whole pixels, at least 1 × 1. */
export function scaledSize({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * The size at which to draw a page for a preview of that long side. A photograph is drawn at its own size and reduced like
 * any other photograph: PDFium would soften it, and detection would see a different picture.
 */
export function pdfPreviewSize(info: PageInfo, longSide: number): Size {
  const { kind, width, height } = info
  return kind === 'photo' ? { width, height } : pdfSizeWithin(info, longSide)
}

/** The size at which a page fits a square of `longSide` pixels; never enlarged. */
export function pdfSizeWithin(size: Size, longSide: number): Size {
  return scaledSize(size, Math.min(1, longSide / Math.max(size.width, size.height)))
}

type Density = {
  /** In the page's pixels. */
  readonly pixelsPerInch: number
  /** The most the page can yield: its image's resolution, and for drawings what memory allows. */
  readonly dpiMax: number
}

/** The page's resolution on paper. @param info as recorded at ingest */
export function pdfDensity(
  { picture }: Page,
  info: PageInfo,
  limits: Pick<Limits, 'outputPixelsMax'>,
): Density {
  if (info.kind === 'photo' && picture) {
    const { width, height } = sizeOf(picture.box)
    const own = (72 * Math.max(info.width, info.height)) / Math.max(width, height)
    return { pixelsPerInch: own, dpiMax: own }
  }
  const drawable = pdfDpi * Math.sqrt(limits.outputPixelsMax / (info.width * info.height))
  const own = info.kind === 'scan' && picture ? 72 * picture.pixelsPerPt : Infinity
  return { pixelsPerInch: pdfDpi, dpiMax: Math.min(own, drawable) }
}
