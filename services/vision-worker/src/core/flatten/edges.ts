import type { Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import { vertex } from '../detect/sides/curve.ts'
import { sharesOf, type SideShares } from '../detect/sides/shares.ts'
import { sampleStrip, shareAlong } from '../detect/sides/strip.ts'
import type { RgbImage } from '../pixels.ts'

/** Places along a side of the page, as shares of it, and how far inward of the side's chord the paper's edge is there. */
export type TracedSide = {
  readonly along: readonly number[]
  readonly inwardPx: readonly number[]
}

/** Where each side is looked at. */
export const placesPerSide = 96
/** From one row to the next the edge moves at most by this share of the reach, and each column costs so much rise. */
const stepShareMax = 0.05
const stepCost = 0.08
/** Corners are where the quad says, within a few pixels. */
const cornerReachPx = 6
/** Smallest rise of the paper's share, over four columns, that counts as an edge; and the share of rows that must show one. */
const riseMin = 0.3
const seenMin = 0.7
/** Difference of paper and surroundings, in 8-bit levels, from which a side is traced at all. */
const contrastMin = 6

/**
 * Traces the paper's edge along each side of a straightened page, bent or not.
 * @param quad the corners on the image, clockwise from the top left, at least `reach` pixels within it
 * @returns for top, right, bottom and left; null where no edge is seen along most of the side
 */
export function traceSides(image: RgbImage, quad: Quad, reach: number): readonly (TracedSide | null)[] {
  return quad.map((corner, i) => traceSide(image, [corner, quad[(i + 1) % 4]!], reach))
}

/**
 * The path through the strip about the chord along which the paper begins most clearly, from corner to corner, by dynamic
 * programming.
 * @param chord two corners, clockwise about the page
 */
export function traceSide(image: RgbImage, chord: readonly [Point, Point], reach: number): TracedSide | null {
  const side = sharesOf(sampleStrip(image, chord, { rows: placesPerSide, reach }))
  return side && side.contrast >= contrastMin ? traced(side) : null
}

function traced(side: SideShares): TracedSide | null {
  const columns = 2 * side.reach + 1
  const rises = risesOf(side)
  const path = bestPath(rises, columns, side.reach)
  const seen = path.flatMap((column, row) =>
    rises[row * columns + column]! >= riseMin ? [{ row, column }] : [],
  )
  if (seen.length < seenMin * placesPerSide) return null
  return {
    along: seen.map(({ row }) => shareAlong(row + 0.5, placesPerSide)),
    inwardPx: seen.map(({ row, column }) => column + vertexAt(rises, row * columns + column) - side.reach),
  }
}

/** How much more paper there is just inside each place of the strip than just outside of it. */
function risesOf({ rows: count, reach, shares }: SideShares): Float64Array {
  const columns = 2 * reach + 1
  const rises = new Float64Array(count * columns)
  for (let row = 0; row < count; row++) {
    for (let column = 2; column < columns - 2; column++) {
      const at = row * columns + column
      const rise = (shares[at + 1]! + shares[at + 2]! - shares[at - 1]! - shares[at - 2]!) / 2
      rises[at] = Number.isNaN(rise) ? 0 : rise
    }
  }
  return rises
}

function bestPath(rises: Float64Array, columns: number, reach: number): number[] {
  const count = rises.length / columns
  const stepMax = Math.round(stepShareMax * reach)
  const sums = rises.slice()
  const from = new Int8Array(rises.length)
  for (let column = 0; column < columns; column++)
    if (Math.abs(column - reach) > cornerReachPx) sums[column] = -Infinity
  for (let at = columns; at < rises.length; at++) {
    const column = at % columns
    let [most, step] = [-Infinity, 0]
    for (let back = Math.max(-stepMax, -column); back <= Math.min(stepMax, columns - 1 - column); back++) {
      const sum = sums[at - columns + back]! - stepCost * Math.abs(back)
      if (sum > most) [most, step] = [sum, back]
    }
    sums[at] = most + rises[at]!
    from[at] = step
  }
  let column = reach
  const last = (count - 1) * columns
  for (let other = reach - cornerReachPx; other <= reach + cornerReachPx; other++)
    if (sums[last + other]! > sums[last + column]!) column = other
  const path = [column]
  for (let row = count - 1; row > 0; row--) path.push((column += from[row * columns + column]!))
  return path.toReversed()
}

function vertexAt(rises: Float64Array, at: number): number {
  return vertex(rises[at - 1]!, rises[at]!, rises[at + 1]!)
}

/** The place on the image where a side was traced. */
export function tracedPoint([from, to]: readonly [Point, Point], along: number, inwardPx: number): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  return [from[0] + dx * along - (dy / length) * inwardPx, from[1] + dy * along + (dx / length) * inwardPx]
}
