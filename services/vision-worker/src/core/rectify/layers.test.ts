import { expect, it } from 'vitest'
import type { RgbImage } from '../pixels.ts'
import { separated } from './layers.ts'

/** Bars across a sheet, 7 px high, whose outer rows are a rim of grey, with 2 px of paper between them. */
function bars(): RgbImage {
  const [width, height] = [300, 300]
  const data = new Uint8Array(width * height * 3).fill(250)
  for (let row = 120; row < 156; row++) {
    const within = (row - 120) % 9
    if (within > 6) continue
    const level = within === 0 || within === 6 ? 110 : 10
    for (let column = 110; column < 150; column++) {
      const at = (row * width + column) * 3
      data.fill(level, at, at + 3)
    }
  }
  return { width, height, data }
}

it('keeps bold strokes that lie close together sharp', () => {
  const { ink } = separated(bars(), 300)
  for (const row of [124, 133, 142, 151]) expect(ink.data[row * ink.width + 130], String(row)).toBe(0)
})
