import { lineAt } from '@equerre/testkit/points'
import { anyConvexQuad, anyPointIn } from '@equerre/testkit/convex-quads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineCrossing, lineShifted } from './line.ts'
import { pointBetween, pointDistance, type Point } from './point.ts'

describe('lineCrossing', () => {
  it('finds the point through which both lines were drawn', () => {
    fc.assert(
      fc.property(anyConvexQuad, anyPointIn, (quad, pick) => {
        const inside = pick(quad)
        const [a, b] = quad
        fc.pre(pointDistance(inside, a) > 1 && pointDistance(inside, b) > 1)
        const crossing = lineCrossing([a, pointBetween(a, inside, 0.5)], [b, pointBetween(b, inside, 3)])
        // On the side itself the two lines coincide.
        if (crossing) expect(pointDistance(crossing, inside)).toBeLessThan(1e-3)
      }),
    )
  })

  it('finds a crossing outside both segments', () => {
    expect(lineCrossing(lineAt('0,0 1,0'), lineAt('5,2 5,1'))).toEqual([5, 0])
  })

  it('finds none for parallel lines, at any scale, or for a line of zero length', () => {
    const across = (scale: number): [Point, Point] => lineAt(`0,0 ${scale},${scale * 2}`)
    for (const scale of [1e-6, 1, 1e6]) expect(lineCrossing(across(scale), lineAt('1,0 2,2'))).toBeNull()
    expect(lineCrossing(lineAt('3,3 3,3'), lineAt('0,0 1,0'))).toBeNull()
  })
})

it('lineShifted moves each end across the line, inwards for a side of a clockwise quad', () => {
  expect(lineShifted(lineAt('0,0 10,0'), 2, -1)).toEqual(lineAt('0,2 10,-1'))
  expect(lineShifted(lineAt('4,9 4,1'), 3)).toEqual(lineAt('7,9 7,1'))
})
