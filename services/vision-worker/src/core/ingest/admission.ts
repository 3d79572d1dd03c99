import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import { declaredHeifSize } from './heif-size.ts'
import { countTiffImages } from './tiff-images.ts'

type Header = {
  readonly mime: string
  readonly width: number
  readonly height: number
  readonly progressive: boolean
}

/** A bilevel pixel has one bit, any other at least eight. */
const bitonalShare = 1 / 8

/**
 * Refuses a file that would take its decoder too long to navigate, or of which its decoder could not tell how large it is.
 * @throws Problem `too_many_pages`, `too_many_pixels`
 */
export function admitFile(bytes: Uint8Array, limits: Limits): void {
  const { tiffImagesMax: most } = limits
  if (countTiffImages(bytes, most) > most) throw new Problem('tiff_too_many_images', { most })
  const heif = declaredHeifSize(bytes)
  if (heif) admitPixels({ mime: 'image/heic', ...heif, progressive: true }, limits)
}

/** @throws Problem `too_many_pages` */
export function admitPages(pages: number, { pagesMax: most }: Pick<Limits, 'pagesMax'>): void {
  if (pages > most) throw new Problem('pdf_too_many_pages', { pages, most })
}

/**
 * Refuses an image by its header, before a pixel is decoded.
 * @param header upright size in pixels
 * @throws Problem `too_many_pixels`, `too_few_pixels`
 */
export function admitImage({ mime, width, height, progressive }: Header, limits: Limits): void {
  const least = limits.imageSideMin
  if (Math.min(width, height) < least) throw new Problem('image_too_small', { width, height, least })
  admitShape(width, height, limits)
  admitPixels({ mime, width, height, progressive }, limits)
}

function admitPixels({ mime, width, height, progressive }: Header, limits: Limits): void {
  const { most, of } = limitFor(mime, progressive, limits)
  if (width * height > most) throw new Problem('image_too_large', { most, of })
}

/** Decoders hold some hundred rows of an image at once, so a wide one costs memory however few pixels it has. */
function admitShape(width: number, height: number, { imageSideMax, imageAspectMax }: Limits): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (long > short * imageAspectMax)
    throw new Problem('image_too_long', { width, height, times: imageAspectMax })
  if (long > imageSideMax) throw new Problem('image_side_too_long', { most: imageSideMax })
}

/** The pixel limit of an image, and what kind it is for: any image, one decoded whole in memory, or an AVIF. */
function limitFor(mime: string, progressive: boolean, limits: Limits) {
  if (mime === 'image/avif') return { most: limits.avifPixelsMax, of: 'avif' } as const
  if (!progressive) return { most: limits.pixelsMax, of: 'plain' } as const
  return { most: limits.interlacedPixelsMax, of: 'whole' } as const
}

type Page = {
  readonly widthPt: number
  readonly heightPt: number
  readonly images: readonly {
    readonly pixels: number
    readonly bitonal: boolean
    readonly jpeg2000: boolean
  }[]
}

/**
 * Refuses a PDF page larger than any paper, or with an image larger than any page needs.
 * @param page size in points of 1/72 inch
 * @throws Problem `too_many_pixels`
 */
export function admitPage(page: Page, limits: Limits): void {
  for (const image of page.images) admitPageImage(image, limits)
  if (Math.max(page.widthPt, page.heightPt) <= limits.pageSidePtMax) return
  throw new Problem('pdf_page_too_large', { metres: Math.round((limits.pageSidePtMax / 72) * 0.0254) })
}

function admitPageImage({ pixels, bitonal, jpeg2000 }: Page['images'][number], limits: Limits): void {
  const most = jpeg2000 ? limits.jpeg2000PixelsMax : limits.pixelsMax
  if (pixels * (bitonal ? bitonalShare : 1) <= most) return
  throw new Problem('pdf_image_too_large', { most, of: jpeg2000 ? 'jpeg2000' : 'plain' })
}
