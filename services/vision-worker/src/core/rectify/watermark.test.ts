import { describe, expect, it } from 'vitest'
import { watermarked } from './watermark.ts'

const page = (value: number, channels: 1 | 3) => ({
  width: 240,
  height: 300,
  data: new Uint8Array(240 * 300 * channels).fill(value),
})
const changed = (before: Uint8Array, after: Uint8Array) =>
  after.reduce((sum, value, i) => sum + (value === before[i] ? 0 : 1), 0) / after.length

describe('the watermark', () => {
  it.each([
    ['white', 255, 140],
    ['black', 0, 115],
  ])('is visible on %s', (_tone, value, expected) => {
    const image = page(value, 3)
    expect(new Set(watermarked(image).data)).toEqual(new Set([value, expected]))
  })

  it('covers a visible share of every part of the page, and leaves most of it readable', () => {
    const image = page(255, 1)
    const mark = watermarked(image)
    expect(changed(image.data, mark.data)).toBeGreaterThan(0.08)
    expect(changed(image.data, mark.data)).toBeLessThan(0.3)
    const rows = Array.from({ length: 6 }, (_, i) => mark.data.subarray(i * 240 * 50, (i + 1) * 240 * 50))
    for (const part of rows)
      expect(changed(new Uint8Array(part.length).fill(255), part)).toBeGreaterThan(0.05)
  })

  it('marks all channels of a pixel alike, and does not modify the given image', () => {
    const image = page(200, 3)
    const { data } = watermarked(image)
    for (let i = 0; i < data.length; i += 3)
      expect([data[i], data[i + 1]]).toEqual([data[i + 2], data[i + 2]])
    expect(new Set(image.data)).toEqual(new Set([200]))
  })

  it('appears even on the smallest image', () => {
    const { data } = watermarked({ width: 16, height: 16, data: new Uint8Array(256).fill(255) })
    expect(data).toHaveLength(256)
    expect(new Set(data).size).toBe(2)
  })
})
