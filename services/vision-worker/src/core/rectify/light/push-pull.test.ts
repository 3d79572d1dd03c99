import fc from 'fast-check'
import { expect, it } from 'vitest'
import { continued } from './push-pull.ts'

const [width, height] = [40, 30]
const masked = (hidden: (x: number, y: number) => boolean) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) =>
    hidden(at % width, Math.floor(at / width)) ? 255 : 0,
  ),
})

it('continues evenly under the mask, whatever is there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), (paper, figure) => {
      const mask = masked((x, y) => x > 8 && x < 31 && y > 5 && y < 22)
      const image = { width, height, data: mask.data.map((hidden) => (hidden ? figure : paper)) }
      expect(continued(image, mask).data.every((value) => Math.abs(value - paper) < 0.001)).toBe(true)
    }),
  )
})

it('continues a slope across the mask without a step', () => {
  const mask = masked((x) => x > 12 && x < 25)
  const image = { width, height, data: mask.data.map((hidden, at) => (hidden ? 0 : 60 + 4 * (at % width))) }
  const { data } = continued(image, mask)
  for (let x = 4; x < width - 5; x++) {
    expect(Math.abs(data[15 * width + x]! - (60 + 4 * x))).toBeLessThan(16)
    expect(Math.abs(data[15 * width + x + 1]! - data[15 * width + x]!)).toBeLessThan(13)
  }
})

it('returns finite values when nothing is known', () => {
  const all = masked(() => true)
  expect(continued(all, all).data.every((value) => Number.isFinite(value))).toBe(true)
})
