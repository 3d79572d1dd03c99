import { expect, test } from 'vitest'
import { loopPosition } from './demonstration.ts'

test('the loop rests on the photo, squares up, rests, and returns to its start', () => {
  expect(loopPosition(1)).toBe(0)
  expect(loopPosition(2.9)).toBeCloseTo(0.5)
  expect(loopPosition(5)).toBe(1)
  expect(loopPosition(8)).toBe(0)
  expect(loopPosition(13)).toBe(1)
})
