import { quadAt } from '@equerre/testkit/points'
import type { Quad } from '@equerre/geometry/quad'
import { expect, it } from 'vitest'
import { viewThroughPinhole } from './pinhole.ts'

const frame = { width: 1000, height: 800 }
const focal = 0.8

/** Where a camera of 800 px focal length sees the corners of a 200 × 100 rectangle tilted about its horizontal axis. */
function tilted(degrees: number): Quad {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [
    [-100, -50],
    [100, -50],
    [100, 50],
    [-100, 50],
  ].map(([x, y]) => {
    const depth = 400 + y! * sin
    return [500 + (800 * x!) / depth, 400 + (800 * y! * cos) / depth]
  }) as unknown as Quad
}

it.each([0, 20, 45, 60])('recognises a 2 : 1 rectangle tilted by %i degrees', (degrees) => {
  const { skew, ratio, facing } = viewThroughPinhole(tilted(degrees), frame, focal)
  expect(skew).toBeCloseTo(0)
  expect(ratio).toBeCloseTo(0.5)
  expect(facing).toBeCloseTo(Math.cos((degrees * Math.PI) / 180))
})

it('measures the skew of a flat 60-degree diamond as the cosine of its angle', () => {
  const diamond: Quad = quadAt('400,400 500,400 550,486.6 450,486.6')
  expect(viewThroughPinhole(diamond, frame, focal).skew).toBeCloseTo(0.5, 2)
})
