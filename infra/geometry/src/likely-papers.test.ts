import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBeCard, paperOfProportions, weighCases } from './likely-papers.ts'

/** A page seen from one camera only. */
function seen(ratio: number, logSd: number) {
  return { ratio, views: [{ logRatio: Math.log(ratio), logVariance: logSd * logSd, weight: 1 }] }
}

describe('paperOfProportions', () => {
  it('names the paper that a measured ratio belongs to, portrait and landscape', () => {
    expect(paperOfProportions(seen(0.71, 0.01))).toBe('a4')
    expect(paperOfProportions(seen(1.4, 0.01))).toBe('a4')
    expect(paperOfProportions(seen(0.77, 0.01))).toBe('letter')
    expect(paperOfProportions(seen(1.585, 0.01), true)).toBe('id1')
    expect(paperOfProportions(seen(0.607, 0.01))).toBe('legal')
  })

  it('knows that most pages are A4: what a tilted page of it looks like, without EXIF, is enough', () => {
    expect(paperOfProportions(seen(1.4, 0.04))).toBe('a4')
    expect(paperOfProportions(seen(1.3, 0.04))).toBeNull()
    expect(paperOfProportions(seen(1.4, 0.12))).toBeNull()
  })

  it('names no paper for a ratio that is too far off, or between two papers', () => {
    expect(paperOfProportions(seen(1.46, 0.01))).toBeNull()
    expect(paperOfProportions(seen(1, 0.02))).toBeNull()
    expect(paperOfProportions(seen(1.36, 0.015))).toBeNull()
    expect(paperOfProportions(seen(1.2, 0.04))).toBeNull()
    expect(paperOfProportions(seen(1.625, 0.02))).toBeNull()
    // Likely A4, but the page would be squeezed by 6 %.
    expect(paperOfProportions(seen(1.505, 0.03))).toBeNull()
  })

  it('names a card only by more than its ratio, which pads have too, and no other paper in its place', () => {
    for (const logSd of [0.005, 0.01, 0.02, 0.03]) expect(paperOfProportions(seen(0.63, logSd))).toBeNull()
  })

  it('gives the same answer for a page in portrait and in landscape', () => {
    const ratio = fc.double({ min: 0.2, max: 5, noNaN: true })
    fc.assert(
      fc.property(ratio, fc.double({ min: 0.005, max: 0.2, noNaN: true }), (value, logSd) => {
        expect(paperOfProportions(seen(1 / value, logSd))).toBe(paperOfProportions(seen(value, logSd)))
      }),
    )
  })
})

it('weighs every way in which a page can be right, however it looks', () => {
  const anyView = fc.record({
    logRatio: fc.double({ min: -8, max: 8, noNaN: true }),
    logVariance: fc.double({ min: 1e-6, max: 10, noNaN: true }),
  })
  fc.assert(
    fc.property(anyView, fc.boolean(), (view, cornersRound) => {
      const cases = weighCases([{ ...view, weight: 1 }], cornersRound)
      expect(cases.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9)
    }),
  )
})

it('takes for a card what could also be legal paper, but nothing that may be A4', () => {
  expect(mayBeCard(seen(1.585, 0.01))).toBe(true)
  expect(mayBeCard(seen(1.625, 0.02))).toBe(true)
  expect(mayBeCard(seen(0.607, 0.01))).toBe(false)
  expect(mayBeCard(seen(1.5, 0.05))).toBe(false)
})
