import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import { readTiffImages, type TiffImage } from './tiff-images.ts'

type PageLimits = Pick<Limits, 'tiffImagesMax' | 'imageSideMin'>

/**
 * The pages of a TIFF file: its images without thumbnails, masks, levels of a pyramid, and pictures too small for a document.
 * Where nothing else is there, its first image is its page. None for any other file.
 */
export function tiffPages(bytes: Uint8Array, limits: PageLimits): readonly TiffImage[] {
  const images = readTiffImages(bytes, limits.tiffImagesMax)
  const pages = images.filter(
    (image, index) =>
      !image.auxiliary &&
      Math.min(image.width, image.height) >= limits.imageSideMin &&
      !isLevelOf(image, images[index - 1]),
  )
  return pages.length > 0 ? pages : images.slice(0, 1)
}

/** @param page counted from 1. @throws Problem `pdf_page_missing` */
export function tiffPage(bytes: Uint8Array, page: number, limits: PageLimits): TiffImage {
  const image = tiffPages(bytes, limits)[page - 1]
  if (!image) throw new Problem('pdf_page_missing', { page })
  return image
}

/** Old writers of pyramids mark no level: each is in tiles, and half as large as the one before. */
function isLevelOf(image: TiffImage, before: TiffImage | undefined): boolean {
  if (!before || !image.tiled || !before.tiled) return false
  const halves = (whole: number, half: number) => Math.abs(whole - 2 * half) <= 1
  return halves(before.width, image.width) && halves(before.height, image.height)
}
