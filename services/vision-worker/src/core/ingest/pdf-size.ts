import type { Size } from '@equerre/geometry/spaces'

/** PDF pages are counted in pixels at this resolution, whatever they are drawn at later. */
export const pdfDpi = 300

/** Pixels of a page at 300 dpi, at least 1 × 1, from its size in points of 1/72 inch. */
export function pdfPixels(page: { readonly widthPt: number; readonly heightPt: number }): Size {
  return scaledSize({ width: page.widthPt, height: page.heightPt }, pdfDpi / 72)
}

/** A size times a factor, in whole pixels, at least 1 × 1. */
export function scaledSize({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The size at which a page is drawn so that it fits a square of `longSide` pixels; never enlarged. */
export function pdfSizeWithin(size: Size, longSide: number): Size {
  return scaledSize(size, Math.min(1, longSide / Math.max(size.width, size.height)))
}

/** The highest resolution, in dots per inch, at which a whole page of that size at 300 dpi has at most `pixelsMax`. */
export function pdfDpiWithin({ width, height }: Size, pixelsMax: number): number {
  return pdfDpi * Math.sqrt(pixelsMax / (width * height))
}
