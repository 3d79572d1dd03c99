import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { homographyApply, homographyBetween, homographyInverse } from './homography.ts'
import { anyConvexQuad, anyPointIn } from '@equerre/testkit/convex-quads'
import type { Quad } from './quad.ts'

const square: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]
const trapezium: Quad = [
  [1, 0],
  [3, 0],
  [4, 2],
  [0, 2],
]

describe('homographyBetween', () => {
  it('takes each corner to the same corner of the target', () => {
    const map = homographyBetween(square, trapezium)
    square.forEach((corner, i) => {
      const [x, y] = homographyApply(map, corner)
      expect(x).toBeCloseTo(trapezium[i]![0], 9)
      expect(y).toBeCloseTo(trapezium[i]![1], 9)
    })
  })

  it('sends the centre of a square to where the diagonals of a trapezium cross', () => {
    // Diagonals (1,0)-(4,2) and (3,0)-(0,2): x = 2, and 2/3 of the way down from the short side's 2/(2+4).
    const [x, y] = homographyApply(homographyBetween(square, trapezium), [0.5, 0.5])
    expect(x).toBeCloseTo(2, 9)
    expect(y).toBeCloseTo(2 / 3, 9)
  })

  it('refuses a quad with three corners on one line', () => {
    const flat: Quad = [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
    ]
    expect(() => homographyBetween(square, flat)).toThrow(RangeError)
    expect(() => homographyBetween(flat, square)).toThrow(RangeError)
  })

  it('is undone by its inverse, and by the map in the other direction', () => {
    fc.assert(
      fc.property(anyConvexQuad, anyConvexQuad, anyPointIn, (from, to, pick) => {
        const map = homographyBetween(from, to)
        const point = pick(from)
        const there = homographyApply(map, point)
        for (const back of [homographyInverse(map), homographyBetween(to, from)]) {
          const [x, y] = homographyApply(back, there)
          expect(x).toBeCloseTo(point[0], 4)
          expect(y).toBeCloseTo(point[1], 4)
        }
      }),
    )
  })
})
