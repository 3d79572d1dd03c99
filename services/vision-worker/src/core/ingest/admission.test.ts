import { defaultLimits } from '@equerre/contract/limits'
import type { FinerSentence } from '@equerre/contract/problems'
import { tiffOfImages } from '@equerre/testkit/pictures/odd-files'
import { describe, expect, it } from 'vitest'
import { admitFile, admitImage, admitPage } from './admission.ts'
import { pdfDensity, pdfPageInfo, pdfPixels, pdfSizeWithin } from './pdf-size.ts'

const limits = {
  ...defaultLimits,
  pixelsMax: 1_000_000,
  interlacedPixelsMax: 500_000,
  avifPixelsMax: 400_000,
}
const refusal = (sentence: FinerSentence, params: object) =>
  expect.objectContaining({ facts: { sentence, params } }) as Error
const jpeg = { mime: 'image/jpeg', progressive: false }

describe('admitImage', () => {
  it('admits an image exactly at the limit and refuses one more row', () => {
    expect(() => admitImage({ ...jpeg, width: 1000, height: 1000 }, limits)).not.toThrow()
    expect(() => admitImage({ ...jpeg, width: 1000, height: 1001 }, limits)).toThrow(
      refusal('image_too_large', { most: 1_000_000, of: 'plain' }),
    )
  })

  it('refuses what is too small for a line of text on either side, and names the minimum', () => {
    const image = (width: number, height: number) => ({ ...jpeg, width, height })
    expect(() => admitImage(image(32, 32), limits)).not.toThrow()
    for (const [width, height] of [
      [31, 4000],
      [4000, 31],
      [1, 1],
    ] as const)
      expect(() => admitImage(image(width, height), limits)).toThrow(
        refusal('image_too_small', { width, height, least: 32 }),
      )
  })

  it('refuses what is longer than any page or too narrow for a preview, and names the limit', () => {
    const image = (width: number, height: number) => () =>
      admitImage({ ...jpeg, width, height }, defaultLimits)
    expect(image(30_000, 600)).not.toThrow()
    expect(image(600, 30_001)).toThrow(refusal('image_too_long', { width: 600, height: 30_001, times: 50 }))
    expect(image(30_001, 3_000)).toThrow(refusal('image_side_too_long', { most: 30_000 }))
    expect(image(3_125_000, 32)).toThrow('image_too_long')
  })

  it('holds images that must be decoded whole to their own limit, and names it', () => {
    const progressive = { ...jpeg, width: 1000, progressive: true }
    expect(() => admitImage({ ...progressive, height: 500 }, limits)).not.toThrow()
    expect(() => admitImage({ ...progressive, height: 501 }, limits)).toThrow(
      refusal('image_too_large', { most: 500_000, of: 'whole' }),
    )
    const avif = { ...progressive, mime: 'image/avif' }
    expect(() => admitImage({ ...avif, height: 400 }, limits)).not.toThrow()
    expect(() => admitImage({ ...avif, height: 401 }, limits)).toThrow(
      refusal('image_too_large', { most: 400_000, of: 'avif' }),
    )
  })
})

it('does not treat an image in a PDF as a photograph if it would be refused as a file', () => {
  const kindOf = (right: number, bottom: number) => {
    const picture = { box: { left: 0, top: 0, right, bottom }, pixelsPerPt: 10, bitonal: false }
    return pdfPageInfo({ widthPt: 14_400, heightPt: 14_400, picture }, defaultLimits).kind
  }
  expect(kindOf(300, 400)).toBe('photo')
  expect(kindOf(3, 4)).toBe('digital')
  expect(kindOf(10, 501)).toBe('digital')
  expect(kindOf(3_001, 70)).toBe('digital')
})

it('refuses a PDF page longer than the limit', () => {
  expect(() => admitPage({ widthPt: 100, heightPt: 14_400, images: [] }, limits)).not.toThrow()
  expect(() => admitPage({ widthPt: 14_401, heightPt: 100, images: [] }, limits)).toThrow(
    refusal('pdf_page_too_large', { metres: 5 }),
  )
})

it('refuses a PDF page for an oversized image; eight bilevel pixels count as one', () => {
  const page = (image: { pixels: number; bitonal?: boolean; jpeg2000?: boolean }) => () =>
    admitPage(
      { widthPt: 600, heightPt: 800, images: [{ bitonal: false, jpeg2000: false, ...image }] },
      limits,
    )
  expect(page({ pixels: 1_000_000 })).not.toThrow()
  expect(page({ pixels: 1_000_001 })).toThrow(
    refusal('pdf_image_too_large', { most: 1_000_000, of: 'plain' }),
  )
  expect(page({ pixels: 8_000_000, bitonal: true })).not.toThrow()
  expect(page({ pixels: 8_000_001, bitonal: true })).toThrow('pdf_image_too_large')
  const small = { ...limits, jpeg2000PixelsMax: 10 }
  const jpeg2000 = { pixels: 11, bitonal: false, jpeg2000: true }
  expect(() => admitPage({ widthPt: 600, heightPt: 800, images: [jpeg2000] }, small)).toThrow(
    refusal('pdf_image_too_large', { most: 10, of: 'jpeg2000' }),
  )
})

describe('admitFile', () => {
  it.each([false, true])('counts the images of a TIFF file up to the limit, BigTIFF: %s', (big) => {
    const few = { ...limits, tiffImagesMax: 3 }
    expect(() => admitFile(tiffOfImages(3, { big }), few)).not.toThrow()
    expect(() => admitFile(tiffOfImages(4, { big }), few)).toThrow(
      refusal('tiff_too_many_images', { most: 3 }),
    )
    expect(() => admitFile(tiffOfImages(1, { big, ring: true }), few)).toThrow('tiff_too_many_images')
    expect(() => admitFile(tiffOfImages(2, { big }).subarray(0, 30), few)).not.toThrow()
  })

  it('lets any other file through', () => {
    for (const bytes of [Buffer.from('II'), Buffer.alloc(100), Buffer.from('%PDF-1.7 and so on')])
      expect(() => admitFile(bytes, limits)).not.toThrow()
  })
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
