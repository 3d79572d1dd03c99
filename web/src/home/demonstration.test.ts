import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loopPosition, quadAt, quadTransform } from './demonstration.ts'

/** What CSS does with a matrix3d and the point (x, y, 0). */
function apply(transform: string, [x, y]: readonly [number, number]): [number, number] {
  const m = transform.slice('matrix3d('.length, -1).split(',').map(Number)
  const row = (k: number) => (m[k] ?? 0) * x + (m[k + 4] ?? 0) * y + (m[k + 12] ?? 0)
  return [row(0) / row(3), row(1) / row(3)]
}

test('the transform lays the corners of the box onto the corners of the quad', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (t) => {
      const quad = quadAt(t)
      const transform = quadTransform({ width: 434, height: 614 }, quad)
      const box = [
        [0, 0],
        [434, 0],
        [434, 614],
        [0, 614],
      ] as const
      box.forEach((corner, index) => {
        const [x, y] = apply(transform, corner)
        expect(x).toBeCloseTo(quad[index]?.[0] ?? Number.NaN, 6)
        expect(y).toBeCloseTo(quad[index]?.[1] ?? Number.NaN, 6)
      })
    }),
  )
})

test('the loop rests on the photo, squares up, rests, and comes back where it began', () => {
  expect(loopPosition(1)).toBe(0)
  expect(loopPosition(2.9)).toBeCloseTo(0.5)
  expect(loopPosition(5)).toBe(1)
  expect(loopPosition(8)).toBe(0)
  expect(loopPosition(13)).toBe(1)
})
