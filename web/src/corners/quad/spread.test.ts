import type { PreviewQuad } from '@equerre/geometry/spaces'
import { expect, test } from 'vitest'
import { pagesOfSpread } from './spread.ts'

test('both pages of a spread share its fold, wherever that lies', () => {
  const flat: PreviewQuad = [
    [0, 0],
    [400, 0],
    [400, 300],
    [0, 300],
  ]
  const [left, right] = pagesOfSpread(flat, 0.4)
  expect(left[1]![0]).toBeCloseTo(160)
  expect([right[0], right[3]]).toEqual([left[1], left[2]])
  expect([left[0], left[3], right[1], right[2]]).toEqual([flat[0], flat[3], flat[1], flat[2]])
})

test('the nearer page of a spread seen askew is the larger one', () => {
  const near: PreviewQuad = [
    [0, 0],
    [400, 50],
    [400, 250],
    [0, 300],
  ]
  const [left] = pagesOfSpread(near, 0.5)
  expect(left[1]![0]).toBeGreaterThan(200)
})
