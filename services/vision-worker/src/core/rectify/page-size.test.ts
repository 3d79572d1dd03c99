import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import type { PhotoQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planPageSize } from './page-size.ts'

const photo = { pixelsPerInch: null, dpiMax: null }
const options = { dpi: 300, paper: 'auto', pixelsMax: 40_000_000 } as const
const rectangle = (width: number, height: number): PhotoQuad => [[0, 0], [width, 0], [width, height], [0, height]] // prettier-ignore

describe('planPageSize', () => {
  it('brings a large A4 page to 300 dpi', () => {
    expect(planPageSize(rectangle(4200, 5940), photo, options)).toMatchObject({
      width: 2480,
      height: 3508,
      dpi: 300,
      paper: 'a4',
    })
  })

  it('never enlarges: a small page says the resolution that it has', () => {
    const plan = planPageSize(rectangle(1050, 1485), photo, options)
    expect(plan).toMatchObject({ dpi: 127, paper: 'a4' })
    expect(plan.width).toBeLessThanOrEqual(1050)
    expect(plan.height).toBeLessThanOrEqual(1485)
  })

  it('recognises a card lying, and nothing in a square or in a tilted page', () => {
    expect(planPageSize(rectangle(856, 540), photo, options).paper).toBe('id1')
    expect(planPageSize(rectangle(800, 800), photo, options).paper).toBeNull()
    const tilted: PhotoQuad = [[100, 0], [2000, 0], [2100, 2970], [0, 2970]] // prettier-ignore
    expect(planPageSize(tilted, photo, options).paper).toBeNull()
  })

  it('forces the proportions of a paper the way the page lies', () => {
    const upright = planPageSize(rectangle(2000, 2500), photo, { ...options, paper: 'a4' })
    const lying = planPageSize(rectangle(2500, 2000), photo, { ...options, paper: 'a4' })
    expect(upright.height / upright.width).toBeCloseTo(Math.SQRT2, 2)
    expect(lying.width / lying.height).toBeCloseTo(Math.SQRT2, 2)
  })

  it('knows the size of a PDF page and takes drawings at any resolution, scans at their own', () => {
    const half = rectangle(1240, 1754)
    const drawn = planPageSize(half, { pixelsPerInch: 300, dpiMax: Infinity }, { ...options, dpi: 600 })
    expect(drawn).toMatchObject({ width: 2480, height: 3508, dpi: 600 })
    expect(planPageSize(half, { pixelsPerInch: 300, dpiMax: 150 }, options)).toMatchObject({
      width: 620,
      height: 877,
      dpi: 150,
    })
  })

  it('stays within the cap and never enlarges, whatever the quad', () => {
    const paper = fc.constantFrom('auto', 'none', 'a4', 'a5', 'letter', 'id1' as const)
    fc.assert(
      fc.property(anyConvexQuad, paper, fc.integer({ min: 72, max: 600 }), (quad, name, dpi) => {
        const plan = planPageSize(quad, photo, { dpi, paper: name, pixelsMax: 1_000_000 })
        expect((plan.width - 1) * (plan.height - 1)).toBeLessThanOrEqual(1_000_000)
        expect(plan.dpi).toBeLessThanOrEqual(dpi)
        expect(plan.reduction).toBeGreaterThanOrEqual(0.99)
      }),
    )
  })
})
