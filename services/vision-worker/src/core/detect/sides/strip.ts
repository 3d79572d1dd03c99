import { pointDistance, type Point } from '@equerre/geometry/point'
import type { RgbImage } from '../../pixels.ts'

/** What a picture shows along one side of a quad, as if the side were laid flat: rows along it, columns across. */
export type SideStrip = {
  /** Places along the side, from its first corner to its second. */
  readonly rows: number
  /** Columns on each side of the line; column `reach` is the line itself, larger ones lie inside the quad. */
  readonly reach: number
  /** Interleaved colours, row by row, 2 × `reach` + 1 columns each; NaN where the picture ends. */
  readonly colours: Float32Array
}

/** Corners are round, folded or held by fingers. */
const endsShare = 0.02
/** Places along the side that each row averages: noise and letters fade, an edge along the side does not. */
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
      // Half a pixel less: the image's samples are pixel centres.
      const x = from[0] + dx * along - nx * reach - 0.5
      const y = from[1] + dy * along - ny * reach - 0.5
      addLine(image, { x, y, nx, ny }, { colours, at: 3 * row * columns, count: columns })
    }
  }
  return { rows, reach, colours }
}

/** Where a row lies on its side, 0 at the first corner and 1 at the second; the middle of row `r` is at r + 0.5. */
export function shareAlong(row: number, rows: number): number {
  return endsShare + ((1 - 2 * endsShare) * row) / rows
}

type Line = { readonly x: number; readonly y: number; readonly nx: number; readonly ny: number }
type Target = { readonly colours: Float32Array; readonly at: number; readonly count: number }

/** Adds one tap's share of the image's colours along a line, by bilinear interpolation between pixel centres. */
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
    for (let c = 0; c < 3; c++) {
      colours[to + c]! +=
        (data[upper + c]! * (1 - u) + data[upper + c + 3]! * u) * rest +
        (data[lower + c]! * (1 - u) + data[lower + c + 3]! * u) * v
    }
  }
}
