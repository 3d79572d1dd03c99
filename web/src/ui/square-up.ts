import { homographyBetween } from '@equerre/geometry/homography'
import type { Homography } from '@equerre/geometry/homography'
import { pointBetween } from '@equerre/geometry/point'
import { frameQuad, quadIsClockwiseConvex } from '@equerre/geometry/quad'
import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** The corners at `t`, from 0 (`from`) to 1 (`to`), each moving in a straight line. */
export function quadBetween(from: Quad, to: Quad, t: number): Quad {
  const at = (index: 0 | 1 | 2 | 3) => pointBetween(from[index], to[index], t)
  return [at(0), at(1), at(2), at(3)]
}

/**
 * The maps from `from` to the corners on their way to `to`, evenly spaced in time, both ends included.
 * @returns null if a picture cannot follow them: to a page without a size yet, or to one that lies upside down, whose
 *   corners meet halfway
 */
export function squaringMaps(from: Quad, to: Quad, steps: number): Homography[] | null {
  const quads = Array.from({ length: steps + 1 }, (_, index) => quadBetween(from, to, ease(index / steps)))
  return quads.every((quad) => quadIsClockwiseConvex(quad))
    ? quads.map((quad) => homographyBetween(from, quad))
    : null
}

/** Slow at both ends; `t` from 0 to 1. */
export function ease(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2
}

/** The CSS transform that maps a box of `size`, with its origin at its top left, to `quad`. */
export function quadTransform(size: Size, quad: Quad): string {
  return cssTransform(homographyBetween(frameQuad(size), quad))
}

/** CSS lists matrices by columns. */
export function cssTransform([a, b, c, d, e, f, g, h, i]: Homography): string {
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join()})`
}
