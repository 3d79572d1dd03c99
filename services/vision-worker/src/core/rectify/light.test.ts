import { expect, it } from 'vitest'
import type { RgbImage } from '../pixels.ts'
import { blackAndWhite } from './black-and-white.ts'
import { relight } from './light.ts'

/** Cream paper under light that falls off to the right, with a black bar of ink every 40 pixels. */
function dimPage(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const light = 0.9 - (0.5 * column) / width
      const ink = column % 40 < 4 && row > 20 ? 0.1 : 1
      data.set([235 * light * ink, 225 * light * ink, 205 * light * ink], (row * width + column) * 3)
    }
  }
  return { width, height, data }
}

const page = dimPage(480, 320)
const lit = relight(page)
const pixel = (x: number, y: number) => [...lit.data.subarray((y * 480 + x) * 3, (y * 480 + x) * 3 + 3)]

it('brings paper to one near white without a tint, however dim it was', () => {
  for (const x of [20, 180, 300, 460]) {
    const paper = pixel(x, 160)
    expect(Math.min(...paper)).toBeGreaterThan(225)
    expect(Math.max(...paper) - Math.min(...paper)).toBeLessThan(12)
  }
})

it('keeps ink dark', () => {
  for (const x of [42, 282, 442]) expect(Math.max(...pixel(x, 160))).toBeLessThan(70)
})

it('parts ink from paper under uneven light', () => {
  const gray = { width: 480, height: 320, data: page.data.filter((_, i) => i % 3 === 0) }
  const { data } = blackAndWhite(gray, 300)
  const wrong = data.filter((value, at) => {
    const [row, column] = [Math.floor(at / 480), at % 480]
    return value !== (column % 40 < 4 && row > 20 ? 0 : 255)
  })
  expect(new Set(data)).toEqual(new Set([0, 255]))
  expect(wrong.length / data.length).toBeLessThan(0.002)
})
