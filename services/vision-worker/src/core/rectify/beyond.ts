import type { Homography } from '@equerre/geometry/homography'
import type { Size } from '@equerre/geometry/spaces'
import type { GrayImage, RgbImage } from '../pixels.ts'
import { surfaceOf } from './light/light.ts'
import { continued, sample } from './light/push-pull.ts'
import { latticeStep, sourceOf, type Lattice } from './warp.ts'

type Cut = {
  /** From the page to the photograph, or the part of it that was decoded. */
  readonly map: Homography
  readonly lattice?: Lattice | undefined
  /** The size of that part. */
  readonly photo: Size
}

/**
 * Paints, in place, what of a page lies beyond the photograph, where the warp repeats its border: with the paper's colour,
 * continued from beside it, so that nothing is smeared.
 */
export function paintBeyond(page: RgbImage, cut: Cut): void {
  const isBeyond = beyond(page, cut)
  if (!reachesBeyond(page, isBeyond)) return
  const { quarterPx, surface } = surfaceOf(page)
  const cellPx = 2 * quarterPx
  const mask = maskOf(surface[0], cellPx, isBeyond)
  const paper = surface.map((plane) => continued(plane, mask))
  for (let y = 0, at = 0; y < page.height; y++) {
    const row = Math.floor(y / cellPx) * mask.width
    for (let x = 0; x < page.width; x++, at += 3) {
      if (mask.data[row + Math.floor(x / cellPx)] === 0 || !isBeyond(x + 0.5, y + 0.5)) continue
      const [column, line] = [(x + 0.5) / cellPx - 0.5, (y + 0.5) / cellPx - 0.5]
      paper.forEach((field, c) => (page.data[at + c] = Math.round(sample(field, column, line))))
    }
  }
}

type IsBeyond = (x: number, y: number) => boolean

/** Whether a place of the page, in its continuous pixels, was not photographed. */
function beyond(page: Size, { map, lattice, photo }: Cut): IsBeyond {
  const source = sourceOf(map, { ...page, lattice })
  return (x, y) => {
    const place = source({ x, y })
    return !(place.x >= 0 && place.y >= 0 && place.x <= photo.width && place.y <= photo.height)
  }
}

/** A photograph ends in straight lines, and what they cut off of a page has a part of its border. */
function reachesBeyond({ width, height }: Size, isBeyond: IsBeyond): boolean {
  for (let x = 0; x <= width; x += Math.min(latticeStep, width - x || 1))
    if (isBeyond(x, 0) || isBeyond(x, height)) return true
  for (let y = 0; y <= height; y += Math.min(latticeStep, height - y || 1))
    if (isBeyond(0, y) || isBeyond(width, y)) return true
  return false
}

/** The cells of which a corner was not photographed. */
function maskOf({ width, height }: Size, cellPx: number, isBeyond: IsBeyond): GrayImage {
  const nodes = Array.from({ length: height + 1 }, (_, row) =>
    Array.from({ length: width + 1 }, (__, column) => isBeyond(column * cellPx, row * cellPx)),
  )
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const [row, column] = [Math.floor(at / width), at % width]
    const corners = [
      nodes[row]![column],
      nodes[row]![column + 1],
      nodes[row + 1]![column],
      nodes[row + 1]![column + 1],
    ]
    data[at] = corners.includes(true) ? 255 : 0
  }
  return { width, height, data }
}
