import type { Quad } from '@equerre/geometry/quad'
import { expect, test } from 'vitest'
import { quadAngles, squareError } from './angles.ts'

test('a rectangle has four right angles and no error', () => {
  const rectangle: Quad = [
    [0, 0],
    [210, 0],
    [210, 297],
    [0, 297],
  ]
  expect(quadAngles(rectangle)).toEqual([90, 90, 90, 90])
  expect(squareError(rectangle)).toBe(0)
})

test('the error of a sheared square is its shear angle', () => {
  const sheared: Quad = [
    [1, 0],
    [2, 0],
    [1, 1],
    [0, 1],
  ]
  expect(quadAngles(sheared)[0]).toBeCloseTo(135)
  expect(quadAngles(sheared)[1]).toBeCloseTo(45)
  expect(squareError(sheared)).toBeCloseTo(45)
})
