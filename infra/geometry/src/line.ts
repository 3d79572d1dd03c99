import type { Point } from './point.ts'

/** The straight line through two points of one space, endless on both sides. */
export type Line<P extends Point = Point> = readonly [from: P, to: P]

/**
 * Sine of the angle below which two lines count as parallel: beneath it, rounding would decide where they
 * cross.
 */
const parallelSine = 1e-9

/** Where two lines cross; null if they are parallel, or if one has zero length. */
export function lineCrossing<P extends Point>([a, b]: Line<P>, [c, d]: Line<P>): P | null {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]]
  const [vx, vy] = [d[0] - c[0], d[1] - c[1]]
  const cross = ux * vy - uy * vx
  if (!(Math.abs(cross) > parallelSine * Math.hypot(ux, uy) * Math.hypot(vx, vy))) return null
  const t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross
  return [a[0] + ux * t, a[1] + uy * t] as readonly [number, number] as P
}

/** The line moved to its right as seen along it, on a y-down image: by `first` at its first point, by `second` at its second. */
export function lineShifted<P extends Point>([from, to]: Line<P>, first: number, second = first): Line<P> {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const [nx, ny] = [(from[1] - to[1]) / length, (to[0] - from[0]) / length]
  const moved = ([x, y]: P, by: number) => [x + nx * by, y + ny * by] as readonly [number, number] as P
  return [moved(from, first), moved(to, second)]
}
