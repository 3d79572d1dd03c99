import type { PreviewQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handlePlace, handles, moveHandle, nearestHandle } from './handles.ts'

const size = { width: 400, height: 300 }
const quad: PreviewQuad = [
  [100, 50],
  [300, 50],
  [300, 250],
  [100, 250],
]

test('a press anywhere picks the nearest handle', () => {
  expect(nearestHandle(quad, [10, 10])).toEqual({ kind: 'corner', index: 0 })
  expect(nearestHandle(quad, [390, 290])).toEqual({ kind: 'corner', index: 2 })
  expect(nearestHandle(quad, [320, 150])).toEqual({ kind: 'side', index: 1 })
  for (const handle of handles) expect(nearestHandle(quad, handlePlace(quad, handle))).toEqual(handle)
})

test('a press nearly as close to a corner as to a side’s middle picks the corner', () => {
  // The corner of the quad is at y = 50, the middle of its side at 150.
  expect(nearestHandle(quad, [300, 105])).toEqual({ kind: 'corner', index: 1 })
  expect(nearestHandle(quad, [300, 108])).toEqual({ kind: 'side', index: 1 })
})

test('a corner follows the pointer, the others stay', () => {
  const moved = moveHandle(quad, { handle: { kind: 'corner', index: 1 }, by: [7, -5] }, size)
  expect(moved).toEqual([quad[0], [307, 45], quad[2], quad[3]])
})

test('a side moves perpendicular to itself and keeps its direction', () => {
  const moved = moveHandle(quad, { handle: { kind: 'side', index: 1 }, by: [20, 99] }, size)
  expect(moved).toEqual([quad[0], [320, 50], [320, 250], quad[3]])
})

test('no corner goes further outside the photo than the service accepts', () => {
  const by = fc.tuple(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -2000, max: 2000 }))
  fc.assert(
    fc.property(fc.constantFrom(...handles), by, (handle, shift) => {
      for (const [x, y] of moveHandle(quad, { handle, by: shift }, size)) {
        expect(x / size.width).toBeGreaterThanOrEqual(-0.25)
        expect(x / size.width).toBeLessThanOrEqual(1.25)
        expect(y / size.height).toBeGreaterThanOrEqual(-0.25)
        expect(y / size.height).toBeLessThanOrEqual(1.25)
      }
    }),
  )
})
