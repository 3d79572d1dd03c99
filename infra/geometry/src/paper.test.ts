import { expect, it } from 'vitest'
import { paperLongInches, paperOfSize, paperRatio } from './paper.ts'

it('knows the proportions of the A series, of letter, of legal and of a card', () => {
  expect(paperRatio('a4')).toBeCloseTo(Math.SQRT2, 3)
  expect(paperRatio('a5')).toBeCloseTo(Math.SQRT2, 2)
  expect(paperRatio('letter')).toBeCloseTo(11 / 8.5, 6)
  expect(paperRatio('legal')).toBeCloseTo(14 / 8.5, 6)
  expect(paperRatio('id1')).toBeCloseTo(1.5858, 4)
  expect(paperLongInches('letter')).toBeCloseTo(11, 6)
})

it('tells papers of the same shape apart when the size is known', () => {
  expect(paperOfSize({ width: 8.27, height: 11.69 })).toBe('a4')
  expect(paperOfSize({ width: 8.27, height: 5.83 })).toBe('a5')
  expect(paperOfSize({ width: 11.69, height: 16.54 })).toBeNull()
  expect(paperOfSize({ width: 8.27, height: 11 })).toBeNull()
})
