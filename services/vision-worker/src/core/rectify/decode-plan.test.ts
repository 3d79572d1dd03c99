import { quadAt } from '@equerre/testkit/points'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import { homographyApply } from '@equerre/geometry/homography'
import type { PhotoQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planDecode } from './decode-plan.ts'

const photo = { width: 4000, height: 3000 }
const quad: PhotoQuad = quadAt('1000,600 3000,600 3000,2400 1000,2400')

describe('planDecode', () => {
  it('decodes only the quad and its margin', () => {
    const plan = planDecode(photo, quad, { width: 2000, height: 1800 })
    expect(plan.size).toEqual(photo)
    expect(plan.region).toEqual({ left: 998, top: 598, width: 2004, height: 1804 })
    expect(homographyApply(plan.map, [2000, 1800])).toEqual([2002, 1802])
  })

  it('decodes at a quarter of the size for a page five times smaller, and at full size for one a little smaller', () => {
    expect(planDecode(photo, quad, { width: 400, height: 360 }).size).toEqual({ width: 1000, height: 750 })
    expect(planDecode(photo, quad, { width: 1100, height: 1000 }).size).toEqual(photo)
  })

  it('decodes at full size when only the near part of a tilted page is reduced', () => {
    const tilted: PhotoQuad = quadAt('1700,600 2300,600 4000,2900 0,2900')
    expect(planDecode(photo, tilted, { width: 600, height: 500 }).size).toEqual(photo)
  })

  it('keeps the region inside the picture, even for a quad that leaves it', () => {
    const side = fc.integer({ min: 1, max: 4000 })
    fc.assert(
      fc.property(anyConvexQuad, side, side, (any, width, height) => {
        const { size, region } = planDecode(photo, any, { width, height })
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
