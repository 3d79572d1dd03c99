import { expect, it } from 'vitest'
import { paperLongInches, paperRatio } from './paper.ts'

it('knows the proportions of the A series, of letter and of a card', () => {
  expect(paperRatio('a4')).toBeCloseTo(Math.SQRT2, 3)
  expect(paperRatio('a5')).toBeCloseTo(Math.SQRT2, 2)
  expect(paperRatio('letter')).toBeCloseTo(11 / 8.5, 6)
  expect(paperRatio('id1')).toBeCloseTo(1.5858, 4)
  expect(paperLongInches('letter')).toBeCloseTo(11, 6)
})
