import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadSizeWithin, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import type { TextNetworks } from '../adapters/text-models.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { lineSize } from '../core/read/cut.ts'
import { linesOnMap } from '../core/read/text-map.ts'
import type { Warp } from '../core/rectify/warp.ts'

/** The finder halves its input five times. */
const sideStep = 32

export type ReadingTools = { readonly models: TextNetworks; readonly warp: Warp }

/**
 * Looks for lines of text on a copy of a page.
 * @param sidePx long side of that copy
 * @returns each clockwise from its top left as it stands on the page, in pixels of the image
 */
export async function findLines(
  image: RgbImage,
  { page, sidePx }: { readonly page: Quad; readonly sidePx: number },
  { models, warp }: ReadingTools,
): Promise<Quad[]> {
  const size = findingSize(page, sidePx)
  const toImage = homographyBetween(frameQuad(size), page)
  const small = warp(image, toImage, size)
  const map = await models.find(small)
  discard(small)
  return linesOnMap(map).map(
    (line) => line.map((corner) => homographyApply(toImage, corner)) as unknown as Quad,
  )
}

/** One line of a picture as the reader takes it. */
export function cutOut(image: RgbImage, line: Quad, warp: Warp): RgbImage {
  const size = lineSize(line)
  return warp(image, homographyBetween(frameQuad(size), line), size)
}

function findingSize(page: Quad, sidePx: number): Size {
  const { width, height } = quadSizeWithin(page, sidePx)
  const side = (length: number) => Math.max(sideStep, Math.round(length / sideStep) * sideStep)
  return { width: side(width), height: side(height) }
}
