import { pointBetween, type Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import fc from 'fast-check'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })

/**
 * Clockwise convex quads of 100 to 4000 px: one corner in each quarter of a rotated and shifted frame, none
 * flat.
 */
export const anyConvexQuad: fc.Arbitrary<Quad> = fc
  .record({
    size: fc.double({ min: 100, max: 4000, noNaN: true }),
    turn: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
    centre: fc.tuple(fc.integer({ min: -500, max: 5000 }), fc.integer({ min: -500, max: 5000 })),
    // Below cos 45° a corner would lie inside the line between its neighbours.
    reach: fc.tuple(...[0, 1, 2, 3].map(() => fc.double({ min: 0.75, max: 1, noNaN: true }))),
  })
  .map(({ size, turn, centre, reach }) => {
    const corner = (i: number): Point => {
      const angle = turn + (Math.PI * (2 * i - 3)) / 4
      const length = size * reach[i]!
      return [centre[0] + length * Math.cos(angle), centre[1] + length * Math.sin(angle)]
    }
    return [corner(0), corner(1), corner(2), corner(3)]
  })

/** Picks a point inside a convex quad. */
export const anyPointIn: fc.Arbitrary<(quad: Quad) => Point> = fc.tuple(fraction, fraction).map(
  ([u, v]) =>
    ([a, b, c, d]: Quad) =>
      pointBetween(pointBetween(a, b, u), pointBetween(d, c, u), v),
)
