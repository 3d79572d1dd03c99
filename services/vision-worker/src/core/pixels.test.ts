import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discard, grayFromRgb, histogram, median, otsuThreshold, quantile, thresholded } from './pixels.ts'

const rgb = (...data: number[]) => ({ width: data.length / 3, height: 1, data: Uint8Array.from(data) })

describe('grayFromRgb', () => {
  it('keeps greys, and weights green most and blue least', () => {
    expect([...grayFromRgb(rgb(0, 0, 0, 255, 255, 255, 90, 90, 90)).data]).toEqual([0, 255, 90])
    expect([...grayFromRgb(rgb(255, 0, 0, 0, 255, 0, 0, 0, 255)).data]).toEqual([77, 149, 29])
  })
})

it('frees the memory of an image, but none it shares with others', () => {
  const own = rgb(1, 2, 3)
  discard(own)
  expect(own.data).toHaveLength(0)
  const shared = { width: 1, height: 1, data: new Uint8Array(9).subarray(3, 6) }
  discard(shared)
  expect(shared.data).toHaveLength(3)
})

it('the median is the middle value, or the upper of the two middle ones', () => {
  expect(median([30, 10, 20])).toBe(20)
  expect(median(Float32Array.of(10, 40, 30, 20))).toBe(30)
  expect(median([])).toBeNaN()
})

describe('quantile', () => {
  it('is the smallest value that the given share does not exceed', () => {
    const counts = histogram({ width: 4, height: 1, data: Uint8Array.of(10, 20, 30, 40) })
    expect([0.25, 0.5, 0.51, 1].map((share) => quantile(counts, share))).toEqual([10, 20, 30, 40])
  })
})

describe('otsuThreshold', () => {
  it('separates two clusters of values', () => {
    const data = Uint8Array.of(10, 12, 14, 200, 205, 210)
    const threshold = otsuThreshold(histogram({ width: 6, height: 1, data }))
    expect(threshold).toBeGreaterThanOrEqual(14)
    expect(threshold).toBeLessThan(200)
    expect([...thresholded({ width: 6, height: 1, data }, threshold).data]).toEqual([0, 0, 0, 255, 255, 255])
  })

  it('leaves no class empty when there are at least two values', () => {
    const values = fc.uint8Array({ minLength: 2, maxLength: 50 }).filter((data) => new Set(data).size > 1)
    fc.assert(
      fc.property(values, (data) => {
        const image = { width: data.length, height: 1, data }
        const mask = thresholded(image, otsuThreshold(histogram(image)))
        expect(new Set(mask.data)).toEqual(new Set([0, 255]))
      }),
    )
  })
})
