import { lightPage, padPage } from '@equerre/testkit/pictures/light'
import { drawPage } from '@equerre/testkit/pictures/page'
import { createRandom } from '@equerre/testkit/pictures/random'
import type { Raster } from '@equerre/testkit/pictures/raster'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { GrayImage } from '../../pixels.ts'
import { textSkew } from './text-skew.ts'

const pages: Readonly<Record<string, (seed: number) => Raster>> = {
  letter: (seed) => drawPage('letter', 1131, 1600)(createRandom(seed)),
  invoice: (seed) => drawPage('invoice', 1131, 1600)(createRandom(seed)),
  receipt: (seed) => drawPage('receipt', 600, 1600)(createRandom(seed)),
  'ruled pad in bad light': (seed) => padPage({ seed, dpi: 120, ratio: 0.7 }).photo,
  'page with pictures in bad light': (seed) => lightPage({ seed, dpi: 100 }).photo,
}

describe.each(Object.entries(pages))('the text of a %s', (_, draw) => {
  it.each([0, 0.2, -0.3])('is left alone when it slopes by %d degrees', async (degrees) => {
    for (const seed of [1, 2, 3, 4]) expect(textSkew(await askew(draw(seed), degrees))).toBeNull()
  })

  it.each([1, -1.6, 2.75, -4.5])('is found to slope by %d degrees', async (degrees) => {
    for (const seed of [1, 2])
      expect(Math.abs(textSkew(await askew(draw(seed), degrees))! - degrees)).toBeLessThan(0.15)
  })

  it.each([7, 90])(
    'is left alone when it is turned by %d degrees, which no scanner does',
    async (degrees) => {
      expect(textSkew(await askew(draw(1), degrees))).toBeNull()
    },
  )
})

it('is nothing on a blank page', async () => {
  expect(textSkew(await askew(drawPage('blank', 800, 1100)(createRandom(1)), 2))).toBeNull()
})

it('is nothing where the lines fan out, as in a view in perspective', async () => {
  const { width, height, data } = await askew(pages['letter']!(1), 0)
  const fanned = new Uint8Array(data.length).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = Math.round(y + (x - width / 2) * 0.08 * (y / height - 0.2))
      if (from >= 0 && from < height) fanned[y * width + x] = data[from * width + x]!
    }
  }
  expect(textSkew({ width, height, data: fanned })).toBeNull()
})

/** A page turned clockwise about its middle, as a scanner sees it: grey, small, and encoded once. */
async function askew({ width, height, data }: Raster, degrees: number): Promise<GrayImage> {
  const turned = await sharp(data, { raw: { width, height, channels: 3 } })
    .rotate(degrees, { background: '#ffffff' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const cut = { width: Math.min(width, turned.info.width), height: Math.min(height, turned.info.height) }
  const jpeg = await sharp(turned.data)
    .extract({
      left: Math.floor((turned.info.width - cut.width) / 2),
      top: Math.floor((turned.info.height - cut.height) / 2),
      ...cut,
    })
    .resize({ width: 1024, height: 1024, fit: 'inside' })
    .jpeg({ quality: 85 })
    .toBuffer()
  const page = await sharp(jpeg).grayscale().raw().toBuffer({ resolveWithObject: true })
  return { width: page.info.width, height: page.info.height, data: page.data }
}
