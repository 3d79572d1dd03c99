import type { Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** How likely each pixel of a reduced page is the middle of a line of text, 0 to 1, row by row. */
export type TextMap = Size & { readonly data: Float32Array }

/** From this value on, a pixel belongs to a line. */
const pixelMin = 0.3
/** Below this mean, a line is something else. */
const lineMin = 0.5
/**
 * The network is taught the middle of each line, shrunk by its area over its perimeter times 1.4, and this undoes it:
 * M. Liao et al., Real-time Scene Text Detection with Differentiable Binarization (2020).
 */
const growth = 1.6
const thinnestPx = 2
const areaMinPx = 8
/** A region shorter than this many of its heights does not tell its own direction. */
const directionMin = 3

/**
 * The lines of text on a page: a rectangle each, which follows the line's slope.
 * @returns in pixels of the map, clockwise from the top left of the text as it stands on the page
 */
export function linesOnMap(map: TextMap): Quad[] {
  return regionsOf(map)
    .filter(({ count, sum }) => count >= areaMinPx && sum / count >= lineMin)
    .map((region) => grown(rectangleOf(region)))
    .filter(({ across, down }) => Math.min(across, down) > thinnestPx)
    .map(quadOf)
}

/** What is known of one region after its pixels have been seen; moments are about its own centre. */
type Region = {
  readonly count: number
  readonly sum: number
  readonly pixels: readonly number[]
  readonly width: number
}

/** Eight-connected regions. */
function regionsOf(map: TextMap): Region[] {
  const seen = new Uint8Array(map.data.length)
  const regions: Region[] = []
  for (let start = 0; start < map.data.length; start++) {
    if (seen[start] || map.data[start]! < pixelMin) continue
    seen[start] = 1
    const pixels = [start]
    let sum = 0
    for (let next = 0; next < pixels.length; next++) {
      sum += map.data[pixels[next]!]!
      addNeighbours(pixels, { at: pixels[next]!, map, seen })
    }
    regions.push({ count: pixels.length, sum, pixels, width: map.width })
  }
  return regions
}

type Visit = { readonly at: number; readonly map: TextMap; readonly seen: Uint8Array }

function addNeighbours(pixels: number[], { at, map: { width, height, data }, seen }: Visit): void {
  const [column, row] = [at % width, Math.floor(at / width)]
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      const other = y * width + x
      if (seen[other] || data[other]! < pixelMin) continue
      seen[other] = 1
      pixels.push(other)
    }
  }
}

/** A rectangle about its centre; `angle` turns it clockwise from upright, in radians. */
type Rectangle = {
  readonly centre: Point
  readonly angle: number
  readonly across: number
  readonly down: number
}

/** Along the region's own direction where it is long enough to tell, else upright. */
function rectangleOf(region: Region): Rectangle {
  const upright = extent(region, 0)
  const longer = Math.max(upright.across, upright.down)
  if (longer < directionMin * Math.min(upright.across, upright.down)) return upright
  return extent(region, directionOf(region, upright))
}

/** The slope of the longer axis, by least squares: for a page that has been straightened it is small. */
function directionOf({ pixels, width }: Region, { centre, across, down }: Rectangle): number {
  let [xx, yy, xy, mx, my] = [0, 0, 0, 0, 0]
  for (const at of pixels) {
    const x = (at % width) + 0.5 - centre[0]
    const y = Math.floor(at / width) + 0.5 - centre[1]
    mx += x
    my += y
    xx += x * x
    yy += y * y
    xy += x * y
  }
  const covariance = xy - (mx * my) / pixels.length
  return across > down
    ? Math.atan2(covariance, xx - (mx * mx) / pixels.length)
    : -Math.atan2(covariance, yy - (my * my) / pixels.length)
}

function extent({ pixels, width }: Region, angle: number): Rectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const at of pixels) {
    const x = (at % width) + 0.5
    const y = Math.floor(at / width) + 0.5
    const [along, beside] = [x * cos + y * sin, y * cos - x * sin]
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, beside)
    bottom = Math.max(bottom, beside)
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2]
  const centre: Point = [u * cos - v * sin, u * sin + v * cos]
  return { centre, angle, across: right - left + 1, down: bottom - top + 1 }
}

function grown(rectangle: Rectangle): Rectangle {
  const { across, down } = rectangle
  const by = (growth * across * down) / (across + down)
  return { ...rectangle, across: across + by, down: down + by }
}

function quadOf({ centre: [x, y], angle, across, down }: Rectangle): Quad {
  const [cos, sin] = [Math.cos(angle) / 2, Math.sin(angle) / 2]
  const corner = (u: number, v: number): Point => [
    x + u * across * cos - v * down * sin,
    y + u * across * sin + v * down * cos,
  ]
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}
