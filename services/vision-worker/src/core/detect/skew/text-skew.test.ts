import { lightPage, padPage } from '@equerre/testkit/pictures/light'
import { drawPage } from '@equerre/testkit/pictures/page'
import { createRandom } from '@equerre/testkit/pictures/random'
import { askew, type Raster } from '@equerre/testkit/pictures/raster'
import { describe, expect, it } from 'vitest'
import { grayFromRgb } from '../../pixels.ts'
import { textSkew } from './text-skew.ts'

const pages: Readonly<Record<string, (seed: number) => Raster>> = {
  letter: (seed) => drawPage('letter', 724, 1024)(createRandom(seed)),
  invoice: (seed) => drawPage('invoice', 724, 1024)(createRandom(seed)),
  receipt: (seed) => drawPage('receipt', 384, 1024)(createRandom(seed)),
  'ruled pad in bad light': (seed) => padPage({ seed, dpi: 120, ratio: 0.7 }).photo,
  'page with pictures in bad light': (seed) => lightPage({ seed, dpi: 87 }).photo,
}

describe.each(Object.entries(pages))('the text of a %s', (_, draw) => {
  it.each([0, 0.2, -0.3])('is left alone when it slopes by %d degrees', (degrees) => {
    for (const seed of [1, 2, 3, 4]) expect(skewOf(draw(seed), degrees)).toBeNull()
  })

  it.each([1, -1.6, 2.75, -4.5])('is found to slope by %d degrees', (degrees) => {
    for (const seed of [1, 2]) expect(Math.abs(skewOf(draw(seed), degrees)! - degrees)).toBeLessThan(0.15)
  })

  it.each([7, 90])('is left alone when it is turned by %d degrees, which no scanner does', (degrees) => {
    expect(skewOf(draw(1), degrees)).toBeNull()
  })
})

it('is nothing on a blank page', () => {
  expect(skewOf(drawPage('blank', 800, 1100)(createRandom(1)), 2)).toBeNull()
})

it('is nothing where the lines fan out, as in a view in perspective', () => {
  const { width, height, data } = grayFromRgb(pages['letter']!(1))
  const fanned = new Uint8Array(data.length).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = Math.round(y + (x - width / 2) * 0.08 * (y / height - 0.2))
      if (from >= 0 && from < height) fanned[y * width + x] = data[from * width + x]!
    }
  }
  expect(textSkew({ width, height, data: fanned })).toBeNull()
})

function skewOf(page: Raster, degrees: number): number | null {
  return textSkew(grayFromRgb(askew(page, degrees)))
}
