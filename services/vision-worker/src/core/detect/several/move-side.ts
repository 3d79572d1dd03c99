import { pointDistance, type Point } from '@equerre/geometry/point'
import type { WorkQuad } from '@equerre/geometry/spaces'

/** How long the two sides that end at a side are, on average. */
export function extentFrom(quad: WorkQuad, side: number): number {
  const [before, from, to, after] = around(quad, side)
  return (pointDistance(before, from) + pointDistance(after, to)) / 2
}

/** The quad with a side moved outward by so many pixels along the two sides that end there; inward if less than 0. */
export function withSideMoved(quad: WorkQuad, side: number, by: number): WorkQuad {
  const [before, from, to, after] = around(quad, side)
  const moved = quad.with(side, beyond(before, from, by)).with((side + 1) % 4, beyond(after, to, by))
  return moved as unknown as WorkQuad
}

function around(quad: WorkQuad, side: number): WorkQuad {
  return [3, 0, 1, 2].map((by) => quad[(side + by) % 4]!) as unknown as WorkQuad
}

function beyond(from: Point, to: Point, by: number): Point {
  const share = by / pointDistance(from, to)
  return [to[0] + (to[0] - from[0]) * share, to[1] + (to[1] - from[1]) * share]
}
