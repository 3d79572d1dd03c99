import type { Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'

/** Inner angles of `quad` in degrees, in point order. Points may be in any unit common to both axes. */
export function quadAngles(quad: Quad): [number, number, number, number] {
  const [a, b, c, d] = quad
  return [angleAt(d, a, b), angleAt(a, b, c), angleAt(b, c, d), angleAt(c, d, a)]
}

/** How far `quad` is from square: the largest deviation of an angle from 90°, in degrees. */
export function squareError(quad: Quad): number {
  return Math.max(...quadAngles(quad).map((angle) => Math.abs(angle - 90)))
}

function angleAt(before: Point, corner: Point, after: Point): number {
  const u = [before[0] - corner[0], before[1] - corner[1]] as const
  const v = [after[0] - corner[0], after[1] - corner[1]] as const
  const cosine = (u[0] * v[0] + u[1] * v[1]) / (Math.hypot(...u) * Math.hypot(...v))
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}
