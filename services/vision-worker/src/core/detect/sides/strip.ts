import { pointDistance, type Point } from '@equerre/geometry/point'
import type { RgbImage } from '../../pixels.ts'

/** The picture along one side of a quad, straightened: rows along the side, columns across it. */
export type SideStrip = {
  /** Positions along the side, from its first corner to its second. */
  readonly rows: number
  /** Columns on each side of the line; column `reach` is the line itself, larger ones are inside the quad. */
  readonly reach: number
  /** Interleaved colours, row by row, 2 × `reach` + 1 columns each; NaN outside the picture. */
  readonly colours: Float32Array
}

/** Skipped at each end: corners are round, folded or held by fingers. */
const endsShare = 0.02
/** Positions along the side averaged into each row: noise and letters fade, an edge along the side does not. */
const taps = 4

/**
 * Samples a picture along one side, one pixel per column.
 * @param side two corners in the image's pixels, clockwise around the quad
 */
export function sampleStrip(
  image: RgbImage,
  [from, to]: readonly [Point, Point],
  { rows, reach }: Pick<SideStrip, 'rows' | 'reach'>,
): SideStrip {
  const columns = 2 * reach + 1
  const colours = new Float32Array(3 * columns * rows)
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = pointDistance(from, to)
  const [nx, ny] = [-dy / length, dx / length]
  for (let row = 0; row < rows; row++) {
    for (let tap = 0; tap < taps; tap++) {
      const along = shareAlong(row + (tap + 0.5) / taps, rows)
      // Minus half a pixel, because the image's samples are at pixel centres.
      const x = from[0] + dx * along - nx * reach - 0.5
      const y = from[1] + dy * along - ny * reach - 0.5
      addLine(image, { x, y, nx, ny }, { colours, at: 3 * row * columns, count: columns })
    }
  }
  return { rows, reach, colours }
}

/** A row's position along its side, 0 at the first corner and 1 at the second; the middle of row `r` is at r + 0.5. */
export function shareAlong(row: number, rows: number): number {
  return endsShare + ((1 - 2 * endsShare) * row) / rows
}

type Line = { readonly x: number; readonly y: number; readonly nx: number; readonly ny: number }
type Target = { readonly colours: Float32Array; readonly at: number; readonly count: number }

/** Adds one tap's share of the colours along a line, bilinear between pixel centres. */
function addLine({ width, height, data }: RgbImage, line: Line, { colours, at, count }: Target): void {
  for (let i = 0, to = at; i < count; i++, to += 3) {
    const x = line.x + line.nx * i
    const y = line.y + line.ny * i
    const column = Math.floor(x)
    const row = Math.floor(y)
    if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) {
      colours[to] = NaN
      continue
    }
    const u = x - column
    const v = (y - row) / taps
    const rest = 1 / taps - v
    const upper = 3 * (row * width + column)
    const lower = upper + 3 * width
    const w = 1 - u
    colours[to]! +=
      (data[upper]! * w + data[upper + 3]! * u) * rest + (data[lower]! * w + data[lower + 3]! * u) * v
    colours[to + 1]! +=
      (data[upper + 1]! * w + data[upper + 4]! * u) * rest + (data[lower + 1]! * w + data[lower + 4]! * u) * v
    colours[to + 2]! +=
      (data[upper + 2]! * w + data[upper + 5]! * u) * rest + (data[lower + 2]! * w + data[lower + 5]! * u) * v
  }
}
