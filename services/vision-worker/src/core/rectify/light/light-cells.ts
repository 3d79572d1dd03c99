import type { Size } from '@equerre/geometry/spaces'
import type { GrayImage, RgbImage } from '../../pixels.ts'

/** Red, green and blue planes of the same size. */
export type Planes<Plane> = readonly [red: Plane, green: Plane, blue: Plane]

/** A smoothly varying quantity, row by row. */
export type Field = Size & { readonly data: Float32Array }

/**
 * A reduced image that sees the paper between letters: each cell of `2 * quarterPx` pixels holds, per channel, the mean of
 * its lightest quarter.
 */
export function lightestQuarters(image: RgbImage, quarterPx: number): Planes<GrayImage> {
  const size = { width: Math.ceil(image.width / quarterPx), height: Math.ceil(image.height / quarterPx) }
  const cells = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) }
  const plane = () => ({ ...cells, data: new Uint8Array(cells.width * cells.height) })
  const planes = [plane(), plane(), plane()] as const
  const line = new Float64Array(size.width * 3)
  for (let row = 0; row < size.height; row++) {
    meanLine(image, row, { quarterPx, line })
    const first = (row >> 1) * cells.width
    for (let column = 0; column < size.width; column++) {
      const to = first + (column >> 1)
      for (let c = 0; c < 3; c++) {
        const { data } = planes[c]!
        data[to] = Math.max(data[to]!, Math.round(line[column * 3 + c]!))
      }
    }
  }
  return planes
}

/** Mean colours of one row of quarters, interleaved. */
function meanLine(
  { width, height, data }: RgbImage,
  row: number,
  { quarterPx, line }: { quarterPx: number; line: Float64Array },
): void {
  line.fill(0)
  const bottom = Math.min(height, (row + 1) * quarterPx)
  for (let y = row * quarterPx; y < bottom; y++) {
    for (let at = y * width * 3, to = 0, left = 0; left < width; left += quarterPx, to += 3) {
      for (const end = at + Math.min(quarterPx, width - left) * 3; at < end; at += 3) {
        line[to]! += data[at]!
        line[to + 1]! += data[at + 1]!
        line[to + 2]! += data[at + 2]!
      }
    }
  }
  for (let to = 0; to < line.length; to++) {
    const wide = Math.min(quarterPx, width - Math.floor(to / 3) * quarterPx)
    line[to]! /= wide * (bottom - row * quarterPx)
  }
}

/** The image multiplied by `gains`, one factor per cell of `cellPx` pixels, interpolated between cell centres. */
export function multiplied(image: RgbImage, gains: Planes<Field>, cellPx: number): RgbImage {
  const { width, height } = image
  const data = new Uint8ClampedArray(image.data.length)
  const columns = { cell: new Uint16Array(width), share: new Float32Array(width) }
  for (let x = 0; x < width; x++) {
    const [cell, share] = between(x, cellPx, gains[0].width)
    columns.cell[x] = cell * 3
    columns.share[x] = share
  }
  const line = new Float32Array((gains[0].width + 1) * 3)
  for (let y = 0; y < height; y++) {
    gains.forEach((gain, c) => blendRows(gain, between(y, cellPx, gain.height), line.subarray(c)))
    multiplyRow(image, data, { y, line, columns })
  }
  return { width, height, data: new Uint8Array(data.buffer) }
}

/** The cell before a pixel's centre, and the fraction of the way to the next. */
function between(pixel: number, cellPx: number, cells: number): [cell: number, share: number] {
  const position = Math.min(cells - 1, Math.max(0, (pixel + 0.5) / cellPx - 0.5))
  const cell = Math.floor(position)
  return [cell, position - cell]
}

/** One row of interpolated gains, at every third place of `line`; its last value is repeated once. */
function blendRows(
  { width, height, data }: Field,
  [row, share]: readonly [number, number],
  line: Float32Array,
) {
  const upper = row * width
  const lower = Math.min(height - 1, row + 1) * width
  for (let cell = 0; cell <= width; cell++) {
    const column = Math.min(width - 1, cell)
    line[cell * 3] = data[upper + column]! * (1 - share) + data[lower + column]! * share
  }
}

type Columns = { readonly cell: Uint16Array; readonly share: Float32Array }

function multiplyRow(
  image: RgbImage,
  out: Uint8ClampedArray,
  { y, line, columns }: { y: number; line: Float32Array; columns: Columns },
): void {
  const from = image.data
  const { cell, share } = columns
  for (let x = 0, at = y * image.width * 3; x < image.width; x++, at += 3) {
    const left = cell[x]!
    const part = share[x]!
    const red = line[left]!
    const green = line[left + 1]!
    const blue = line[left + 2]!
    out[at] = from[at]! * (red + (line[left + 3]! - red) * part)
    out[at + 1] = from[at + 1]! * (green + (line[left + 4]! - green) * part)
    out[at + 2] = from[at + 2]! * (blue + (line[left + 5]! - blue) * part)
  }
}
