import { boxQuad, quadTurned } from '@equerre/geometry/quad'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Quad } from '@equerre/geometry/quad'
import { cssTransform, quadBetween, quadTransform, squaringMaps } from './square-up.ts'

const photographed: Quad = [
  [298, 44],
  [664, 92],
  [610, 604],
  [176, 524],
]
const squared: Quad = [
  [246, 56],
  [614, 56],
  [614, 576],
  [246, 576],
]
const quadAt = (t: number) => quadBetween(photographed, squared, t)

/** Applies a CSS matrix3d to the point (x, y, 0). */
function apply(transform: string, [x, y]: readonly [number, number]): [number, number] {
  const m = transform.slice('matrix3d('.length, -1).split(',').map(Number)
  const row = (k: number) => (m[k] ?? 0) * x + (m[k + 4] ?? 0) * y + (m[k + 12] ?? 0)
  return [row(0) / row(3), row(1) / row(3)]
}

test('the transform maps the corners of the box to the corners of the quad', () => {
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

test('the animation starts at the photo’s corners and ends at the page’s', () => {
  const maps = squaringMaps(photographed, squared, 24)
  expect(maps).toHaveLength(25)
  const at = (t: number) => cssTransform(maps![t * 24]!)
  photographed.forEach((corner, index) => {
    const [start, end] = [apply(at(0), [...corner]), apply(at(1), [...corner])]
    for (const axis of [0, 1] as const) {
      expect(start[axis]).toBeCloseTo(corner[axis], 6)
      expect(end[axis]).toBeCloseTo(squared[index]![axis], 6)
    }
  })
})

test('nothing moves to a page without a size, nor to one that lies upside down', () => {
  const unsized = boxQuad({ left: 246, top: 56, right: 246, bottom: 56 })
  expect(squaringMaps(photographed, unsized, 24)).toBeNull()
  expect(squaringMaps(quadTurned(squared, 2), squared, 24)).toBeNull()
  expect(squaringMaps(quadTurned(squared, 1), squared, 24)).toHaveLength(25)
})
