import { defaultLimits } from '@equerre/contract/limits'
import { describe, expect, it } from 'vitest'
import { admitImage, admitPage } from './admission.ts'
import { pdfDensity, pdfPixels, pdfSizeWithin } from './pdf-size.ts'

const limits = {
  ...defaultLimits,
  pixelsMax: 1_000_000,
  interlacedPixelsMax: 500_000,
  avifPixelsMax: 400_000,
}
const jpeg = { mime: 'image/jpeg', progressive: false }

describe('admitImage', () => {
  it('admits an image of exactly the limit and refuses one row more', () => {
    expect(() => admitImage({ ...jpeg, width: 1000, height: 1000 }, limits)).not.toThrow()
    expect(() => admitImage({ ...jpeg, width: 1000, height: 1001 }, limits)).toThrow('too_many_pixels')
  })

  it('refuses what is too small for a line of text, on either side, and says what to do', () => {
    const image = (width: number, height: number) => ({ ...jpeg, width, height })
    expect(() => admitImage(image(32, 32), limits)).not.toThrow()
    for (const [width, height] of [
      [31, 4000],
      [4000, 31],
      [1, 1],
    ] as const)
      // prettier-ignore
      expect(() => admitImage(image(width, height), limits)).toThrow(
        `too_few_pixels: Image trop petite (${width} × ${height} pixels)`,
      )
  })

  it('holds images that must be decoded whole to their own limit, and says so', () => {
    const progressive = { ...jpeg, width: 1000, progressive: true }
    expect(() => admitImage({ ...progressive, height: 500 }, limits)).not.toThrow()
    expect(() => admitImage({ ...progressive, height: 501 }, limits)).toThrow(
      '0,5 millions de pixels pour une image progressive',
    )
    const avif = { ...progressive, mime: 'image/avif' }
    expect(() => admitImage({ ...avif, height: 400 }, limits)).not.toThrow()
    expect(() => admitImage({ ...avif, height: 401 }, limits)).toThrow(
      '0,4 millions de pixels pour une image AVIF',
    )
  })
})

it('refuses a PDF page longer than the limit', () => {
  expect(() => admitPage({ widthPt: 100, heightPt: 14_400 }, limits)).not.toThrow()
  expect(() => admitPage({ widthPt: 14_401, heightPt: 100 }, limits)).toThrow('5 mètres')
})

it('counts an A4 page as 2480 × 3508 pixels at 300 dpi', () => {
  expect(pdfPixels({ widthPt: 595.28, heightPt: 841.89 })).toEqual({ width: 2480, height: 3508 })
  expect(pdfSizeWithin({ width: 2480, height: 3508 }, 1600)).toEqual({ width: 1131, height: 1600 })
  expect(pdfSizeWithin({ width: 248, height: 351 }, 1600)).toEqual({ width: 248, height: 351 })
  const [page, info] = [
    { widthPt: 480, heightPt: 240, picture: null },
    { width: 2000, height: 1000 },
  ]
  const limits = { outputPixelsMax: 8_000_000 }
  expect(pdfDensity(page, { ...info, kind: 'digital' }, limits)).toEqual({ pixelsPerInch: 300, dpiMax: 600 })
})
