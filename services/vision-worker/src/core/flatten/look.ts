import { homographyBetween } from '@equerre/geometry/homography'
import { boxQuad, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import type { GrayImage, RgbImage } from '../pixels.ts'
import type { Warp } from '../rectify/warp.ts'
import type { Box } from './lines.ts'

/** A small straightened picture of the page, with what is around it. */
export type Look = {
  readonly image: RgbImage
  /** The page on it. */
  readonly page: Box
}

/** Pixels of the page's longer side: lines of small print are still apart. */
const longPx = 640
/** Pixels around the page, as a share of its longer side: so far, and half as far inward, bent edges are looked for. */
const nearShare = 0.1

/** The page's corners on the photograph, its size in any unit, and how much around it is looked at. */
type Framed = { readonly quad: Quad; readonly size: Size; readonly marginShare?: number }

export function lookAt(photo: RgbImage, { quad, size, marginShare = nearShare }: Framed, warp: Warp): Look {
  const scale = longPx / Math.max(size.width, size.height)
  const page = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
  const margin = Math.round(marginShare * longPx)
  const box = { left: margin, top: margin, ...page }
  const image = warp(photo, homographyBetween(cornersOf(box), quad), {
    width: page.width + 2 * margin,
    height: page.height + 2 * margin,
  })
  return { image, page: box }
}

export function cornersOf({ left, top, width, height }: Box): Quad {
  return boxQuad({ left, top, right: left + width, bottom: top + height })
}

export function transposed({ width, height, data }: GrayImage): GrayImage {
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    turnRow(data.subarray(y * width, (y + 1) * width), turned.subarray(y), height)
  return { width: height, height: width, data: turned }
}

function turnRow(row: Uint8Array, column: Uint8Array, step: number): void {
  for (let x = 0; x < row.length; x++) column[x * step] = row[x]!
}

export function transposedBox({ left, top, width, height }: Box): Box {
  return { left: top, top: left, width: height, height: width }
}
