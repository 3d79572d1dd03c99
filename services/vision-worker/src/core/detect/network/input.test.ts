import { describe, expect, it } from 'vitest'
import type { RgbImage } from '../../pixels.ts'
import { networkInput } from './input.ts'

const input = { width: 96, height: 128 }

/** Black, with a white square of `side` pixels whose top left corner is (x, y). */
function withSquare(
  size: { width: number; height: number },
  [x, y]: [number, number],
  side: number,
): RgbImage {
  const data = new Uint8Array(size.width * size.height * 3)
  for (let row = y; row < y + side; row++) {
    data.fill(255, (row * size.width + x) * 3, (row * size.width + x + side) * 3)
  }
  return { ...size, data }
}

/** Centroid of the first plane, in input pixels. */
function centreOf(planes: Float32Array): [number, number] {
  let [total, sumX, sumY] = [0, 0, 0]
  planes.subarray(0, input.width * input.height).forEach((value, at) => {
    total += value
    sumX += value * ((at % input.width) + 0.5)
    sumY += value * (Math.floor(at / input.width) + 0.5)
  })
  return [sumX / total, sumY / total]
}

describe('the network’s input', () => {
  it.each([
    { name: 'a portrait picture that shrinks', size: { width: 300, height: 400 } },
    { name: 'a landscape picture that shrinks', size: { width: 400, height: 300 } },
    { name: 'a portrait picture that grows', size: { width: 50, height: 70 } },
    { name: 'a landscape picture that grows', size: { width: 70, height: 50 } },
  ])('maps points of $name back to where they were', ({ size }) => {
    const image = withSquare(size, [Math.round(size.width * 0.6), Math.round(size.height * 0.2)], 8)
    const { planes, toWork } = networkInput(image, { left: 0, top: 0, ...size }, input)
    const [x, y] = toWork(centreOf(planes))
    expect(
      Math.hypot(x - Math.round(size.width * 0.6) - 4, y - Math.round(size.height * 0.2) - 4),
    ).toBeLessThan(0.5)
  })

  it('shows a region as if it were the whole picture', () => {
    const image = withSquare({ width: 400, height: 300 }, [220, 140], 10)
    const { planes, toWork } = networkInput(image, { left: 150, top: 100, width: 120, height: 90 }, input)
    const [x, y] = toWork(centreOf(planes))
    expect(Math.hypot(x - 225, y - 145)).toBeLessThan(0.3)
  })

  it.each([
    { name: 'portrait', region: { left: 30, top: 20, width: 90, height: 120 } },
    { name: 'landscape', region: { left: 30, top: 20, width: 120, height: 90 } },
  ])('finds points of a $name region in its input', ({ region }) => {
    const image = withSquare({ width: 200, height: 200 }, [0, 0], 1)
    const { toWork, toInput } = networkInput(image, region, input)
    for (const [x, y] of [toInput([30, 20]), toInput([70, 41])]) {
      expect(x > 0 && x < input.width && y > 0 && y < input.height).toBe(true)
    }
    const [x, y] = toWork(toInput([70, 41]))
    expect(x).toBeCloseTo(70, 6)
    expect(y).toBeCloseTo(41, 6)
  })

  it('keeps the mean when shrinking, and pads with black', () => {
    const size = { width: 301, height: 407 }
    const image = { ...size, data: new Uint8Array(size.width * size.height * 3).fill(102) }
    const { planes } = networkInput(image, { left: 0, top: 0, ...size }, input)
    const values = new Set(Array.from(planes, (value) => Math.round(value * 1000) / 1000))
    expect([...values].toSorted()).toEqual([0, 0.4])
    expect(planes[0]).toBe(0)
  })
})
