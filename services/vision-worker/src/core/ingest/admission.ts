import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import { countTiffImages } from './tiff-images.ts'

type Header = {
  readonly mime: string
  readonly width: number
  readonly height: number
  readonly progressive: boolean
}

/** Bits of a pixel of two tones, beside the eight and more of any other. */
const bitonalShare = 1 / 8

/**
 * Refuses a file that its decoder would take long to find its way through.
 * @throws Problem `too_many_pages`
 */
export function admitFile(bytes: Uint8Array, { tiffImagesMax: most }: Limits): void {
  if (countTiffImages(bytes, most) <= most) return
  throw new Problem(
    'too_many_pages',
    `Ce fichier TIFF contient trop d’images : la limite est de ${most.toLocaleString('fr-FR')}.`,
  )
}

/**
 * Refuses an image by its header, before a pixel is decoded.
 * @param header upright size in pixels
 * @throws Problem `too_many_pixels`, `too_few_pixels`
 */
export function admitImage({ mime, width, height, progressive }: Header, limits: Limits): void {
  const least = limits.imageSideMin
  if (Math.min(width, height) < least) {
    throw new Problem(
      'too_few_pixels',
      `Image trop petite (${width} × ${height} pixels) : il en faut au moins ${least} de chaque côté. Envoyez l’original.`,
    )
  }
  admitShape(width, height, limits)
  const { most, kind } = limitFor(mime, progressive, limits)
  if (width * height <= most) return
  throw new Problem(
    'too_many_pixels',
    `Image trop grande : la limite est de ${inMillions(most)} millions de pixels${kind}.`,
  )
}

/** Decoders hold some hundred rows of an image at once, so that long ones cost memory, however few pixels there are in all. */
function admitShape(width: number, height: number, { imageSideMax, imageAspectMax }: Limits): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (long > short * imageAspectMax) {
    throw new Problem(
      'too_many_pixels',
      `Image trop allongée (${width} × ${height} pixels) : le grand côté peut faire ${imageAspectMax} fois le petit.`,
    )
  }
  if (long <= imageSideMax) return
  throw new Problem(
    'too_many_pixels',
    `Image trop grande : la limite est de ${imageSideMax.toLocaleString('fr-FR')} pixels de côté.`,
  )
}

function limitFor(mime: string, progressive: boolean, limits: Limits): { most: number; kind: string } {
  if (mime === 'image/avif') return { most: limits.avifPixelsMax, kind: ' pour une image AVIF' }
  if (!progressive) return { most: limits.pixelsMax, kind: '' }
  const kind = ' pour une image progressive, entrelacée, WebP, HEIC ou GIF'
  return { most: limits.interlacedPixelsMax, kind }
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
 * Refuses a PDF page that no paper explains, or an image on it that no page needs.
 * @param page size in points of 1/72 inch
 * @throws Problem `too_many_pixels`
 */
export function admitPage(page: Page, limits: Limits): void {
  for (const image of page.images) admitPageImage(image, limits)
  if (Math.max(page.widthPt, page.heightPt) <= limits.pageSidePtMax) return
  const metres = Math.round((limits.pageSidePtMax / 72) * 0.0254)
  throw new Problem(
    'too_many_pixels',
    `Une page de ce PDF est trop grande : la limite est de ${metres} mètres de côté.`,
  )
}

function admitPageImage({ pixels, bitonal, jpeg2000 }: Page['images'][number], limits: Limits): void {
  const most = jpeg2000 ? limits.jpeg2000PixelsMax : limits.pixelsMax
  if (pixels * (bitonal ? bitonalShare : 1) <= most) return
  const kind = jpeg2000 ? ' JPEG 2000' : ''
  throw new Problem(
    'too_many_pixels',
    `Une image${kind} de ce PDF est trop grande : la limite est de ${inMillions(most)} millions de pixels.`,
  )
}

function inMillions(pixels: number): string {
  return (pixels / 1_000_000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })
}
