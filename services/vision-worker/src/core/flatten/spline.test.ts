import { expect, it } from 'vitest'
import { coefficientCount, footprintAt, type Footprint, type Order } from './spline.ts'

const grid = { across: 5, down: 7 }
const coefficients = Float64Array.from(
  { length: coefficientCount(grid) },
  (_, i) => Math.sin(i * 12.9898) * 3,
)

function valueOf({ at, weights }: Footprint): number {
  return at.reduce((sum, place, k) => sum + weights[k]! * coefficients[place]!, 0)
}

const valueAt = (u: number, v: number, order: Order = [0, 0]) => valueOf(footprintAt(grid, [u, v], { order }))

it('weighs neighbours by shares that add up to one, also at the border and a little beyond it', () => {
  for (const [u, v] of [
    [0, 0],
    [1, 1],
    [0.3, 0.99],
    [-0.02, 1.03],
  ] as const) {
    const { weights } = footprintAt(grid, [u, v])
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
  }
})

it('is smooth from cell to cell, and derives as it differs', () => {
  const step = 1e-4
  for (const [u, v] of [
    [0.2, 0.5],
    [0.4, 3 / 7],
    [0.71, 0.13],
  ] as const) {
    const byU = (valueAt(u + step, v) - valueAt(u - step, v)) / (2 * step)
    const byV = (valueAt(u, v + step) - valueAt(u, v - step)) / (2 * step)
    const twice = (valueAt(u + step, v) - 2 * valueAt(u, v) + valueAt(u - step, v)) / step ** 2
    expect(valueAt(u, v, [1, 0])).toBeCloseTo(byU, 3)
    expect(valueAt(u, v, [0, 1])).toBeCloseTo(byV, 3)
    expect(Math.abs(valueAt(u, v, [2, 0]) - twice)).toBeLessThan(0.3)
  }
})
