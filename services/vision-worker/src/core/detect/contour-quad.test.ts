import { pointsAt, quadAt } from '@equerre/testkit/points'
import { pointBetween, type Point } from '@equerre/geometry/point'
import { quadFromCorners, quadIou } from '@equerre/geometry/quad'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quadAroundContour } from './contour-quad.ts'

describe('quadAroundContour', () => {
  it('finds the quad from points along its sides, up to pixel rounding', () => {
    fc.assert(
      fc.property(anyConvexQuad, (quad) => {
        const sides = quad.flatMap((corner, i) =>
          Array.from({ length: 40 }, (_, k): Point => {
            const [x, y] = pointBetween(corner, quad[(i + 1) % 4]!, k / 40)
            return [Math.round(x * 4) / 4, Math.round(y * 4) / 4]
          }),
        )
        const found = quadAroundContour(sides)
        expect(found && quadIou(found, quadFromCorners(quad))).toBeGreaterThan(0.97)
      }),
    )
  })

  it('restores a cut-off corner where its sides meet', () => {
    const cut: Point[] = pointsAt('0,0 90,0 100,10 100,80 0,80')
    expect(quadAroundContour(cut)).toEqual(quadAt('0,0 100,0 100,80 0,80'))
  })

  it('finds nothing in a line or a triangle', () => {
    expect(quadAroundContour(quadAt('0,0 5,5 10,10 20,20'))).toBeNull()
    expect(quadAroundContour(pointsAt('0,0 100,0 50,80'))).toBeNull()
  })
})
