import { expect, it } from 'vitest'
import { pickDistinct } from './pick-distinct.ts'

const areNear = (one: number, other: number) => Math.abs(one - other) < 3

it('keeps the best of each group of similar items, in order', () => {
  expect(pickDistinct([50, 20, 48, 21, 10], 9, areNear)).toEqual([50, 20, 10])
})

it('keeps at most the given number', () => {
  expect(pickDistinct([50, 20, 48, 10], 2, areNear)).toEqual([50, 20])
})
