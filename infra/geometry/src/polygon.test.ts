import { pointsAt, quadAt } from '@equerre/testkit/points'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from './point.ts'
import { polygonArea, polygonClip, polygonHull, polygonIou, polygonShared } from './polygon.ts'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'

const triangle: Point[] = [
  [0, 0],
  [6, 0],
  [0, 4],
]

describe('polygonArea', () => {
  it('is positive clockwise on a y-down image and negative the other way', () => {
    expect(polygonArea(triangle)).toBe(12)
    expect(polygonArea(triangle.toReversed())).toBe(-12)
  })

  it('is 0 for a point, a segment and an empty polygon', () => {
    expect(polygonArea([])).toBe(0)
    expect(polygonArea([[3, 3]])).toBe(0)
    expect(polygonArea(triangle.slice(0, 2))).toBe(0)
  })

  it('does not change when the polygon moves', () => {
    const shift = fc.integer({ min: -100_000, max: 100_000 })
    fc.assert(
      fc.property(anyConvexQuad, shift, shift, (quad, dx, dy) => {
        const moved = quad.map(([x, y]): Point => [x + dx, y + dy])
        expect(polygonArea(moved)).toBeCloseTo(polygonArea(quad), 2)
      }),
    )
  })
})

describe('polygonClip', () => {
  it('cuts a triangle by a square', () => {
    const square: Point[] = quadAt('1,1 3,1 3,3 1,3')
    // The hypotenuse y = 4 - 2x/3 leaves the square at (1.5, 3) and (3, 2): a corner of 1.5 × 1 / 2 is lost.
    expect(polygonArea(polygonClip(triangle, square))).toBeCloseTo(4 - 0.75, 9)
  })

  it('leaves nothing of polygons that do not overlap', () => {
    const far = triangle.map(([x, y]): Point => [x + 100, y])
    expect(polygonClip(triangle, far)).toEqual([])
    expect(polygonIou(triangle, far)).toBe(0)
  })

  it('is never larger than either polygon', () => {
    fc.assert(
      fc.property(anyConvexQuad, anyConvexQuad, (a, b) => {
        const shared = polygonArea(polygonClip(a, b))
        expect(shared).toBeLessThanOrEqual(Math.min(polygonArea(a), polygonArea(b)) + 1e-6)
      }),
    )
  })
})

it('polygonShared is the area of the clip, apart or not', () => {
  fc.assert(
    fc.property(anyConvexQuad, anyConvexQuad, fc.integer({ min: -200, max: 200 }), (a, b, by) => {
      const moved = b.map(([x, y]): Point => [x + by, y])
      expect(polygonShared(a, moved)).toBeCloseTo(polygonArea(polygonClip(a, moved)), 6)
    }),
  )
})

describe('polygonHull', () => {
  it('drops inner points and points on a straight side', () => {
    const points: Point[] = pointsAt('2,2 0,0 4,4 2,0 4,0 0,4 1,3')
    expect(polygonHull(points)).toEqual(quadAt('0,0 4,0 4,4 0,4'))
  })

  it('is clockwise and holds every point', () => {
    const coordinate = fc.integer({ min: 0, max: 50 })
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 40 }), (points) => {
        const hull = polygonHull(points)
        fc.pre(hull.length >= 3)
        const grown = polygonHull([...points, ...hull])
        expect(polygonArea(hull)).toBeGreaterThan(0)
        expect(grown).toEqual(hull)
      }),
    )
  })
})
