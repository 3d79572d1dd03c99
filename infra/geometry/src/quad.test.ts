import { quadAt } from '@equerre/testkit/points'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyConvexQuad, anyPointIn } from '@equerre/testkit/convex-quads'
import { pointBetween } from './point.ts'
import {
  boxQuad,
  quadArea,
  quadContains,
  quadFromCorners,
  quadIou,
  quadIsClockwiseConvex,
  quadLargest,
  quadSideLengths,
  quadOfTurnedPage,
  quadTurned,
  type Quad,
} from './quad.ts'

const rectangle: Quad = [
  [10, 20],
  [40, 20],
  [40, 60],
  [10, 60],
]

describe('quadLargest', () => {
  it('is the index of the largest, whatever its winding, and the first of equals', () => {
    const small = boxQuad({ left: 0, top: 0, right: 10, bottom: 10 })
    const reversed = rectangle.toReversed() as unknown as Quad
    expect(quadLargest([small, reversed, rectangle])).toBe(1)
    expect(quadLargest([])).toBe(0)
  })
})

describe('quadFromCorners', () => {
  it('puts the corners of an upright page clockwise from its top left', () => {
    const [a, b, c, d] = rectangle
    expect(quadFromCorners([c, a, d, b])).toEqual(rectangle)
  })

  it('keeps the top left of a page turned by 30 degrees', () => {
    const angle = Math.PI / 6
    const turned = rectangle.map(([x, y]) => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
    ]) as unknown as Quad
    expect(quadFromCorners([turned[2], turned[0], turned[3], turned[1]])).toEqual(turned)
  })

  it('does not depend on the order in which the corners come', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(anyConvexQuad, order, (quad, [i, j, k, l]) => {
        const shuffled: Quad = [quad[i!]!, quad[j!]!, quad[k!]!, quad[l!]!]
        expect(quadFromCorners(shuffled)).toEqual(quadFromCorners(quad))
      }),
    )
  })

  it('returns a clockwise convex quad of the same area', () => {
    fc.assert(
      fc.property(anyConvexQuad, (quad) => {
        const ordered = quadFromCorners(quad.toReversed() as unknown as Quad)
        expect(quadIsClockwiseConvex(ordered)).toBe(true)
        expect(quadArea(ordered)).toBeCloseTo(quadArea(quad), 3)
      }),
    )
  })
})

it('quadContains tells the inside and the border of a quad from the outside', () => {
  fc.assert(
    fc.property(anyConvexQuad, anyPointIn, (quad, pick) => {
      const [a, , c] = quad
      expect(quadContains(quad, pointBetween(pick(quad), pointBetween(a, c, 0.5), 1e-6))).toBe(true)
      expect(quadContains(quad, pointBetween(c, a, 1.001))).toBe(false)
      expect(quadContains(quad, pointBetween(a, c, 1.001))).toBe(false)
    }),
  )
  expect(quadContains(quadAt('0,0 4,0 4,3 0,3'), [4, 2])).toBe(true)
})

describe('quadIsClockwiseConvex', () => {
  it('refuses the other winding, a dent, a bow tie and a triangle', () => {
    const [a, b, c, d] = rectangle
    expect(quadIsClockwiseConvex(rectangle)).toBe(true)
    expect(quadIsClockwiseConvex([a, d, c, b])).toBe(false)
    expect(quadIsClockwiseConvex([a, b, [20, 30], d])).toBe(false)
    expect(quadIsClockwiseConvex([a, c, b, d])).toBe(false)
    expect(quadIsClockwiseConvex([a, b, [25, 40], d])).toBe(false)
  })

  it('refuses corners flatter than asked', () => {
    expect(quadIsClockwiseConvex(rectangle, 1199)).toBe(true)
    expect(quadIsClockwiseConvex(rectangle, 1200)).toBe(false)
  })
})

it('measures the sides in order top, right, bottom, left', () => {
  expect(quadSideLengths(quadAt('0,0 3,0 3,4 0,8'))).toEqual([3, 4, 5, 8])
})

describe('quadTurned', () => {
  it('begins at the corner to which the page’s top left was turned', () => {
    const names = ['top left', 'top right', 'bottom right', 'bottom left'] as const
    expect(quadTurned(names, 0)).toEqual(names)
    expect(quadTurned(names, 1)[0]).toBe('top right')
    expect(quadTurned(names, 2)[0]).toBe('bottom right')
    expect(quadTurned(names, 3)).toEqual(['bottom left', 'top left', 'top right', 'bottom right'])
  })
})

it('quadOfTurnedPage starts at the corner that becomes the top left, and turns back', () => {
  const page = ['top left', 'top right', 'bottom right', 'bottom left'] as const
  expect(quadOfTurnedPage(page, 0)).toEqual(page)
  expect(quadOfTurnedPage(page, 90)).toEqual(['bottom left', 'top left', 'top right', 'bottom right'])
  expect(quadOfTurnedPage(page, 180)[0]).toBe('bottom right')
  expect(quadOfTurnedPage(page, 270)[0]).toBe('top right')
  for (const degrees of [90, 180, 270, 360])
    expect(quadOfTurnedPage(quadOfTurnedPage(page, degrees), -degrees)).toEqual(page)
})

describe('quadIou', () => {
  it('is one third for rectangles that share half of each', () => {
    const shifted = rectangle.map(([x, y]) => [x + 15, y]) as unknown as Quad
    expect(quadIou(rectangle, shifted)).toBeCloseTo(600 / 1800, 12)
  })

  it('lies between 0 and 1, is symmetric, and is 1 only with itself', () => {
    fc.assert(
      fc.property(anyConvexQuad, anyConvexQuad, (a, b) => {
        const iou = quadIou(a, b)
        expect(iou).toBeGreaterThanOrEqual(0)
        expect(iou).toBeLessThanOrEqual(1)
        expect(quadIou(b, a)).toBeCloseTo(iou, 9)
        expect(quadIou(a, a)).toBeCloseTo(1, 9)
      }),
    )
  })
})
