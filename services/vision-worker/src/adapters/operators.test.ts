import fc from 'fast-check'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { polygonHull } from '@equerre/geometry/polygon'
import type { Point } from '@equerre/geometry/point'
import { thresholded, type GrayImage } from '../core/pixels.ts'
import { otherOperators } from '../../test/config.ts'
import { nativeOperators } from './operators.ts'
import { loadOpenCv } from './opencv.ts'

const native = nativeOperators(otherOperators ? pathToFileURL(otherOperators) : undefined)
const opencv = await loadOpenCv()

/** Noise, smoothed so that it has edges and regions of several sizes. */
const anyImage = fc
  .record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 70 }) })
  .chain(({ width, height }) =>
    fc.record({
      image: fc
        .uint8Array({ minLength: width * height, maxLength: width * height })
        .map((data): GrayImage => ({ width, height, data: Uint8Array.from(data) })),
      rounds: fc.integer({ min: 0, max: 4 }),
    }),
  )
  .map(({ image, rounds }) => {
    let soft = image
    for (let round = 0; round < rounds; round++) soft = opencv.blur(soft, 5)
    return soft
  })

/** The hulls of all outlines, in an order of their own. */
function hullsOf(outlines: readonly (readonly Point[])[]): string[] {
  return outlines.map((points) => JSON.stringify(polygonHull(points))).toSorted()
}

it('are compiled where there is a compiler', ({ skip }) => {
  if (!native) skip('no C++ compiler, or operators that do not load')
})

it.skipIf(!native)('do in C++ what OpenCV does', () => {
  fc.assert(
    fc.property(
      anyImage,
      fc.record({
        low: fc.double({ min: 0, max: 300, noNaN: true }),
        ratio: fc.double({ min: 1, max: 4, noNaN: true }),
      }),
      fc.record({ threshold: fc.integer({ min: 0, max: 255 }), lengthMin: fc.integer({ min: 0, max: 60 }) }),
      (image, { low, ratio }, { threshold, lengthMin }) => {
        for (const sizePx of [3, 5]) expect(native!.blur(image, sizePx)).toEqual(opencv.blur(image, sizePx))
        for (const sizePx of [1, 3, 11])
          expect(native!.close(image, sizePx)).toEqual(opencv.close(image, sizePx))
        const thresholds = { low, high: low * ratio }
        expect(native!.edges(image, thresholds)).toEqual(opencv.edges(image, thresholds))
        const mask = thresholded(image, threshold)
        const own = native!.outlines(mask, lengthMin)
        expect(hullsOf(own)).toEqual(hullsOf(opencv.outlines(mask, lengthMin)))
      },
    ),
    { numRuns: 300 },
  )
})

it.skipIf(!native)('refuse what is no grey image, and sizes that they do not have', () => {
  const image = { width: 3, height: 2, data: new Uint8Array(6) }
  expect(() => native!.blur({ ...image, width: 4 }, 3)).toThrow(RangeError)
  expect(() => native!.blur(image, 4)).toThrow(RangeError)
  expect(() => native!.close(image, 2)).toThrow(RangeError)
  expect(() => native!.edges(image, { low: 2, high: 1 })).toThrow(RangeError)
  expect(() => native!.outlines({ ...image, data: new Uint8Array(5) }, 1)).toThrow(RangeError)
})
