import type { PreviewQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cornerAt,
  handlePlace,
  handles,
  moveHandle,
  nearestHandle,
  placeInPhoto,
  readLike,
  topLeftIndex,
  turned,
} from './handles.ts'

const size = { width: 400, height: 300 }
const quad: PreviewQuad = [
  [100, 50],
  [300, 50],
  [300, 250],
  [100, 250],
]

test('a press anywhere takes the nearest handle', () => {
  expect(nearestHandle(quad, [10, 10])).toEqual({ kind: 'corner', index: 0 })
  expect(nearestHandle(quad, [390, 290])).toEqual({ kind: 'corner', index: 2 })
  expect(nearestHandle(quad, [320, 150])).toEqual({ kind: 'side', index: 1 })
  for (const handle of handles) expect(nearestHandle(quad, handlePlace(quad, handle))).toEqual(handle)
})

test('a corner follows the hand, the others stay', () => {
  const moved = moveHandle(quad, { handle: { kind: 'corner', index: 1 }, by: [7, -5] }, size)
  expect(moved).toEqual([quad[0], [307, 45], quad[2], quad[3]])
})

test('a side moves square to itself and keeps its direction', () => {
  const moved = moveHandle(quad, { handle: { kind: 'side', index: 1 }, by: [20, 99] }, size)
  expect(moved).toEqual([quad[0], [320, 50], [320, 250], quad[3]])
})

test('nothing goes further outside the photo than the service accepts', () => {
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

test('four quarter turns, or one there and one back, change nothing', () => {
  expect(turned(turned(quad, 1), -1)).toEqual(quad)
  expect([1, 2, 3, 4].reduce((now) => turned(now, 1), quad)).toEqual(quad)
  expect(turned(quad, 1)[0]).toEqual(quad[3])
})

test.each([0, 1, 2, 3])(
  'a corner is named after its place in the photo, also on a page turned by %i quarters',
  (quarters) => {
    const page = Array.from({ length: quarters }).reduce<PreviewQuad>((now) => turned(now, 1), quad)
    expect(topLeftIndex(page)).toBe(quarters)
    for (const place of [0, 1, 2, 3] as const) {
      expect(page[cornerAt(page, place)]).toEqual(quad[place])
      expect(placeInPhoto(page, cornerAt(page, place))).toBe(place)
    }
  },
)

test('another zone is read in the direction of the one before it', () => {
  const upsideDown = turned(turned(quad, 1), 1)
  const whole: PreviewQuad = [
    [0, 0],
    [400, 0],
    [400, 300],
    [0, 300],
  ]
  expect(readLike(whole, quad)).toEqual(whole)
  expect(readLike(whole, upsideDown)).toEqual(turned(turned(whole, 1), 1))
})
