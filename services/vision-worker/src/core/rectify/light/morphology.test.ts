import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GrayImage } from '../../pixels.ts'
import { medianFiltered } from './median.ts'
import { basinsFilled, closed, dilated, eroded } from './morphology.ts'

const anyImage = fc
  .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((data): GrayImage => ({ width, height, data })),
  )
const anyRadius = fc.integer({ min: 0, max: 7 })

/** A filter by its definition: a function of the sorted values in each square. */
function bySquares({ width, height, data }: GrayImage, radius: number, choose: (sorted: number[]) => number) {
  return Array.from(data, (_, at) => {
    const near = (a: number, b: number) => Math.abs(a - b) <= radius
    const inside = Array.from(data).filter(
      (_value, other) =>
        near(other % width, at % width) && near(Math.floor(other / width), Math.floor(at / width)),
    )
    return choose(inside.toSorted((a, b) => a - b))
  }).slice(0, width * height)
}

it('matches the definition of maximum, minimum and median', () => {
  fc.assert(
    fc.property(anyImage, anyRadius, (image, radius) => {
      expect([...dilated(image, radius).data]).toEqual(bySquares(image, radius, (sorted) => sorted.at(-1)!))
      expect([...eroded(image, radius).data]).toEqual(bySquares(image, radius, (sorted) => sorted[0]!))
      expect([...medianFiltered(image, radius).data]).toEqual(
        bySquares(image, radius, (sorted) => sorted[sorted.length >> 1]!),
      )
    }),
  )
})

it('closing darkens nothing and is idempotent', () => {
  fc.assert(
    fc.property(anyImage, anyRadius, (image, radius) => {
      const once = closed(image, radius)
      expect(once.data.every((value, at) => value >= image.data[at]!)).toBe(true)
      expect(closed(once, radius)).toEqual(once)
    }),
  )
})

it('fills a basin to its rim and leaves open what the border reaches', () => {
  const data = Uint8Array.from([9, 9, 9, 9, 9, 7, 1, 2, 7, 9, 9, 9, 5, 9, 9, 9, 9, 9, 9, 3])
  const filled = [9, 9, 9, 9, 9, 7, 7, 7, 7, 9, 9, 9, 7, 9, 9, 9, 9, 9, 9, 3]
  expect([...basinsFilled({ width: 5, height: 4, data }).data]).toEqual(filled)
})
