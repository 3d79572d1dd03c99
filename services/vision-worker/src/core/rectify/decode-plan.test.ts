import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import type { PhotoQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planDecode } from './decode-plan.ts'

const photo = { width: 4000, height: 3000 }
const quad: PhotoQuad = [[1000, 600], [3000, 600], [3000, 2400], [1000, 2400]] // prettier-ignore

describe('planDecode', () => {
  it('keeps only the surroundings of the quad', () => {
    const plan = planDecode(photo, quad, 1)
    expect(plan.size).toEqual(photo)
    expect(plan.region).toEqual({ left: 998, top: 598, width: 2004, height: 1804 })
    expect(plan.quad[0]).toEqual([2, 2])
  })

  it('decodes smaller where the output is much smaller', () => {
    const plan = planDecode(photo, quad, 4)
    expect(plan.size).toEqual({ width: 1200, height: 900 })
    expect(plan.region.width).toBe(604)
  })

  it('keeps a region inside the picture, even for a quad that leaves it', () => {
    fc.assert(
      fc.property(anyConvexQuad, fc.double({ min: 0.5, max: 20, noNaN: true }), (any, reduction) => {
        const { size, region } = planDecode(photo, any, reduction)
        expect(region.left).toBeGreaterThanOrEqual(0)
        expect(region.top).toBeGreaterThanOrEqual(0)
        expect(region.width).toBeGreaterThanOrEqual(1)
        expect(region.height).toBeGreaterThanOrEqual(1)
        expect(region.left + region.width).toBeLessThanOrEqual(size.width)
        expect(region.top + region.height).toBeLessThanOrEqual(size.height)
      }),
    )
  })
})
