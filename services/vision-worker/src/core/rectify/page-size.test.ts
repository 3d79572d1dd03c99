import { quadAt } from '@equerre/testkit/points'
import { paperRatio } from '@equerre/geometry/paper'
import { cameraOf } from '@equerre/geometry/proportions'
import { frameQuad, quadArea } from '@equerre/geometry/quad'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import { createRandom } from '@equerre/testkit/pictures/random'
import { shootPage } from '@equerre/testkit/poses'
import type { PhotoQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planPageSize } from './page-size.ts'

const photo = { camera: cameraOf({ width: 3000, height: 4000 }), pixelsPerInch: null, dpiMax: null }
const pdf = { camera: cameraOf({ width: 2480, height: 3508 }), pixelsPerInch: 300, dpiMax: Infinity }
const options = { dpi: 300, paper: 'auto', pixelsMax: 40_000_000 } as const
const rectangle = (width: number, height: number): PhotoQuad => frameQuad({ width, height })
/** Where the lens looks: off its axis, the tilt of a small page decides its shape, and is hard to see. */
const middle = (width: number, height: number): PhotoQuad =>
  rectangle(width, height).map(([x, y]) => [
    x + 1500 - width / 2,
    y + 2000 - height / 2,
  ]) as unknown as PhotoQuad

describe('planPageSize', () => {
  it('reduces a large A4 page to 300 dpi', () => {
    expect(planPageSize(rectangle(4200, 5940), photo, options)).toMatchObject({
      width: 2480,
      height: 3508,
      dpi: 300,
      paper: 'a4',
    })
  })

  it('never enlarges: a small page reports its real resolution', () => {
    const plan = planPageSize(rectangle(1050, 1485), photo, options)
    expect(plan).toMatchObject({ dpi: 127, paper: 'a4' })
    expect(plan.width).toBeLessThanOrEqual(1050)
    expect(plan.height).toBeLessThanOrEqual(1485)
  })

  it('keeps all pixels when the paper is unknown and the resolution only assumed', () => {
    expect(planPageSize(rectangle(2160, 1940), photo, options)).toMatchObject({
      width: 2160,
      height: 1940,
      dpi: 184,
    })
  })

  it('recognises a landscape card by its corners, and nothing in a square', () => {
    const round = { ...photo, corners: 'round' } as const
    expect(planPageSize(middle(856, 540), round, options)).toMatchObject({ paper: 'id1', card: true })
    const square = planPageSize(rectangle(800, 800), photo, options)
    expect(square).toMatchObject({ paper: null, card: false })
    expect(square.width).toBe(square.height)
  })

  it('treats a possible card as one, unless its paper or its size is given', () => {
    const betweenCardAndLegal = middle(880, 540)
    const planned = (source: Parameters<typeof planPageSize>[1], paper: 'auto' | 'a5') =>
      planPageSize(betweenCardAndLegal, source, { ...options, paper })
    expect(planned(photo, 'auto')).toMatchObject({ paper: null, card: true })
    expect(planned(photo, 'a5').card).toBe(false)
    expect(planned(pdf, 'auto').card).toBe(false)
  })

  it('takes a lined pad for no card, and keeps all of its pixels', () => {
    const pad = { ...photo, corners: 'square' } as const
    expect(planPageSize(rectangle(1820, 2885), pad, options)).toMatchObject({
      paper: null,
      card: false,
      width: 1820,
      height: 2885,
    })
  })

  it('states the resolution of a large photograph of a card, instead of reducing it', () => {
    const round = { ...photo, corners: 'round' } as const
    const plan = planPageSize(rectangle(2568, 1620), round, options)
    expect(plan).toMatchObject({ paper: 'id1', dpi: 762 })
    expect(plan.width).toBeGreaterThan(2550)
    // Whoever names the paper says how large the page is, and what resolution is wanted for that.
    expect(planPageSize(rectangle(2568, 1620), round, { ...options, paper: 'id1' })).toMatchObject({
      width: 1011,
      height: 638,
      dpi: 300,
    })
  })

  it('loses hardly a pixel to a recognised paper, whatever the quad, the camera and the resolution', () => {
    const ratio = fc.constantFrom(...(['a4', 'letter', 'legal', 'id1'] as const).map(paperRatio), 1.2, 2)
    const anyCase = fc.record({
      ratio: fc.tuple(ratio, fc.boolean()).map(([value, lies]) => (lies ? value : 1 / value)),
      tiltDegrees: fc.integer({ min: 0, max: 40 }),
      about: fc.constantFrom('axis', 'free' as const),
      pageSize: fc.double({ min: 0.02, max: 0.6, noNaN: true }),
      corners: fc.constantFrom('round', 'square', 'unseen' as const),
      dpi: fc.integer({ min: 72, max: 600 }),
      seed: fc.integer(),
    })
    let recognised = 0
    fc.assert(
      fc.property(anyCase, ({ pageSize, corners, dpi, seed, ...stance }) => {
        const { quad } = shootPage(stance, createRandom(seed), { pageSize, noise: 0.0005 })
        const planned = (paper: 'auto' | 'none') =>
          planPageSize(quad, { ...photo, corners }, { ...options, dpi, paper })
        const [plan, free] = [planned('auto'), planned('none')]
        if (plan.paper) recognised++
        const share = ((plan.width + 1) * (plan.height + 1)) / (free.width * free.height)
        // Where the resolution asked for is the bound, it bounds the long side.
        const along = (Math.max(plan.width, plan.height) + 1) / Math.max(free.width, free.height)
        expect(Math.max(share, along * along)).toBeGreaterThan(0.97)
        expect(share).toBeGreaterThan(0.93)
      }),
      { numRuns: 300 },
    )
    expect(recognised).toBeGreaterThan(20)
  })

  it('corrects for tilt: paper where clear, true proportions otherwise, both reported', () => {
    const stance = { tiltDegrees: 30, about: 'free' } as const
    const page = shootPage({ ...stance, ratio: 210 / 297 }, createRandom(4)).quad
    const square = shootPage({ ...stance, ratio: 1.1 }, createRandom(4)).quad
    const recognised = planPageSize(page, photo, options)
    expect(recognised.paper).toBe('a4')
    expect(recognised.height / recognised.width).toBeCloseTo(297 / 210, 2)
    expect(recognised.measured.ratio).not.toBe(210 / 297)
    const free = planPageSize(square, photo, options)
    expect(free.paper).toBeNull()
    expect(free.width / free.height).toBeCloseTo(1.1, 1)
    expect(free.width / free.height).toBeCloseTo(free.measured.ratio, 2)
  })

  it('keeps the pixels of the near side, and enlarges the area by at most half', () => {
    const near: PhotoQuad = quadAt('700,500 2300,500 2500,2900 500,2900')
    const plan = planPageSize(near, photo, { ...options, paper: 'none', dpi: 600 })
    expect(plan.width).toBeGreaterThan(2000)
    expect(plan.width * plan.height).toBeLessThan(1.51 * quadArea(near))
  })

  it('applies a paper’s proportions in the page’s own orientation', () => {
    const upright = planPageSize(rectangle(2000, 2500), photo, { ...options, paper: 'a4' })
    const lying = planPageSize(rectangle(2500, 2000), photo, { ...options, paper: 'a4' })
    expect(upright.height / upright.width).toBeCloseTo(Math.SQRT2, 2)
    expect(lying.width / lying.height).toBeCloseTo(Math.SQRT2, 2)
  })

  it('uses a PDF page’s own size, and renders drawings at any resolution but scans at their own', () => {
    const half = rectangle(1240, 1754)
    const drawn = planPageSize(half, pdf, { ...options, dpi: 600 })
    expect(drawn).toMatchObject({ width: 2480, height: 3508, dpi: 600, paper: null })
    expect(planPageSize(half, { ...pdf, dpiMax: 150 }, options)).toMatchObject({
      width: 620,
      height: 877,
      dpi: 150,
    })
    expect(planPageSize(rectangle(2480, 3508), pdf, options)).toMatchObject({ paper: 'a4', dpi: 300 })
    expect(planPageSize(rectangle(1748, 2480), pdf, options).paper).toBe('a5')
  })

  it('stays within the cap and barely enlarges, whatever the quad', () => {
    const paper = fc.constantFrom('auto', 'none', 'a4', 'a5', 'letter', 'legal', 'id1' as const)
    fc.assert(
      fc.property(anyConvexQuad, paper, fc.integer({ min: 72, max: 600 }), (quad, name, dpi) => {
        const plan = planPageSize(quad, photo, { dpi, paper: name, pixelsMax: 1_000_000 })
        expect((plan.width - 1) * (plan.height - 1)).toBeLessThanOrEqual(1_000_000)
        if (name !== 'auto') expect(plan.dpi).toBeLessThanOrEqual(dpi)
        expect(plan.reduction).toBeGreaterThanOrEqual(1 / Math.sqrt(1.51))
        expect(plan.width / plan.height).toBeGreaterThan(0)
      }),
    )
  })
})
