import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBeCard, paperLongInches, paperOfProportions, paperOfSize, paperRatio } from './paper.ts'

it('knows the proportions of the A series, of letter, of legal and of a card', () => {
  expect(paperRatio('a4')).toBeCloseTo(Math.SQRT2, 3)
  expect(paperRatio('a5')).toBeCloseTo(Math.SQRT2, 2)
  expect(paperRatio('letter')).toBeCloseTo(11 / 8.5, 6)
  expect(paperRatio('legal')).toBeCloseTo(14 / 8.5, 6)
  expect(paperRatio('id1')).toBeCloseTo(1.5858, 4)
  expect(paperLongInches('letter')).toBeCloseTo(11, 6)
})

describe('paperOfProportions', () => {
  it('names the paper that a measured ratio belongs to, portrait and landscape', () => {
    expect(paperOfProportions({ ratio: 0.71, logSd: 0.01 })).toBe('a4')
    expect(paperOfProportions({ ratio: 1.4, logSd: 0.01 })).toBe('a4')
    expect(paperOfProportions({ ratio: 0.77, logSd: 0.01 })).toBe('letter')
    expect(paperOfProportions({ ratio: 1.585, logSd: 0.01 })).toBe('id1')
    expect(paperOfProportions({ ratio: 0.607, logSd: 0.008 })).toBe('legal')
  })

  it('names no paper for a ratio that is too far off, or between two papers', () => {
    expect(paperOfProportions({ ratio: 1.46, logSd: 0.01 })).toBeNull()
    expect(paperOfProportions({ ratio: 1, logSd: 0.02 })).toBeNull()
    expect(paperOfProportions({ ratio: 1.36, logSd: 0.03 })).toBeNull()
    expect(paperOfProportions({ ratio: 1.625, logSd: 0.02 })).toBeNull()
    expect(paperOfProportions({ ratio: Math.SQRT2, logSd: 0.2 })).toBeNull()
  })

  it('gives the same answer for a page in portrait and in landscape', () => {
    const ratio = fc.double({ min: 0.2, max: 5, noNaN: true })
    fc.assert(
      fc.property(ratio, fc.double({ min: 0.005, max: 0.2, noNaN: true }), (value, logSd) => {
        expect(paperOfProportions({ ratio: 1 / value, logSd })).toBe(
          paperOfProportions({ ratio: value, logSd }),
        )
      }),
    )
  })
})

it('takes for a card what could also be legal paper, but nothing that may be A4', () => {
  expect(mayBeCard({ ratio: 1.585, logSd: 0.01 })).toBe(true)
  expect(mayBeCard({ ratio: 1.625, logSd: 0.02 })).toBe(true)
  expect(mayBeCard({ ratio: 0.607, logSd: 0.008 })).toBe(false)
  expect(mayBeCard({ ratio: 1.5, logSd: 0.05 })).toBe(false)
})

it('tells papers of the same shape apart when the size is known', () => {
  expect(paperOfSize({ width: 8.27, height: 11.69 })).toBe('a4')
  expect(paperOfSize({ width: 8.27, height: 5.83 })).toBe('a5')
  expect(paperOfSize({ width: 11.69, height: 16.54 })).toBeNull()
  expect(paperOfSize({ width: 8.27, height: 11 })).toBeNull()
})
