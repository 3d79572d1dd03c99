import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'

type Header = {
  readonly mime: string
  readonly width: number
  readonly height: number
  readonly progressive: boolean
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
  const { most, kind } = limitFor(mime, progressive, limits)
  if (width * height <= most) return
  throw new Problem(
    'too_many_pixels',
    `Image trop grande : la limite est de ${inMillions(most)} millions de pixels${kind}.`,
  )
}

function limitFor(mime: string, progressive: boolean, limits: Limits): { most: number; kind: string } {
  if (mime === 'image/avif') return { most: limits.avifPixelsMax, kind: ' pour une image AVIF' }
  if (!progressive) return { most: limits.pixelsMax, kind: '' }
  const kind = ' pour une image progressive, entrelacée, WebP, HEIC ou GIF'
  return { most: limits.interlacedPixelsMax, kind }
}

/**
 * Refuses a PDF page that no paper explains.
 * @param page size in points of 1/72 inch
 * @throws Problem `too_many_pixels`
 */
export function admitPage(
  page: { readonly widthPt: number; readonly heightPt: number },
  limits: Limits,
): void {
  if (Math.max(page.widthPt, page.heightPt) <= limits.pageSidePtMax) return
  const metres = Math.round((limits.pageSidePtMax / 72) * 0.0254)
  throw new Problem(
    'too_many_pixels',
    `Une page de ce PDF est trop grande : la limite est de ${metres} mètres de côté.`,
  )
}

function inMillions(pixels: number): string {
  return (pixels / 1_000_000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })
}
