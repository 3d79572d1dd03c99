import { defaultLimits } from '@equerre/contract/limits'
import { tiffOfImages } from '@equerre/testkit/pictures/odd-files'
import {
  greyPng as png,
  pyramidTiff,
  tiffOfPages,
  tiledTiff,
  turnedTiff,
} from '@equerre/testkit/pictures/tiffs'
import { describe, expect, it } from 'vitest'
import { readTiffImages, withOneTiffImage } from './tiff-images.ts'
import { tiffPage, tiffPages } from './tiff-pages.ts'

const sizes = (bytes: Uint8Array) =>
  tiffPages(bytes, defaultLimits).map(({ width, height }) => [width, height])

describe('the pages of a TIFF file', () => {
  it('are its images, each of its own size', async () => {
    const file = await tiffOfPages([
      { picture: await png(80, 60) },
      { picture: await png(50, 90), subfileType: 2 },
    ])
    expect(sizes(file)).toEqual([
      [80, 60],
      [50, 90],
    ])
  })

  it('are neither thumbnails, nor masks, nor specks', async () => {
    const file = await tiffOfPages([
      { picture: await png(40, 40), subfileType: 1 },
      { picture: await png(80, 60) },
      { picture: await png(80, 60), subfileType: 4 },
      { picture: await png(16, 16) },
      { picture: await png(90, 70), subfileType: 2 },
    ])
    expect(sizes(file)).toEqual([
      [80, 60],
      [90, 70],
    ])
  })

  it.each([{ bigtiff: false }, { bigtiff: true }])(
    'are not the levels of a pyramid: %j',
    async ({ bigtiff }) => {
      const file = await pyramidTiff(700, 500, { bigtiff })
      expect(readTiffImages(file, 100).length).toBeGreaterThan(2)
      expect(sizes(file)).toEqual([[700, 500]])
    },
  )

  it('are not the levels of a pyramid that marks none', async () => {
    const levels = await Promise.all([tiledTiff(701, 500), tiledTiff(350, 250), tiledTiff(175, 125)])
    const [first] = levels
    expect(sizes(linked(levels))).toEqual([[701, 500]])
    expect(sizes(linked([first!, first!]))).toEqual([
      [701, 500],
      [701, 500],
    ])
  })

  it('count a turned one upright', async () => {
    const file = await turnedTiff(80, 60, 6)
    expect(sizes(file)).toEqual([[60, 80]])
  })

  it('are the first image where every one is marked as something else', async () => {
    const file = await tiffOfPages([
      { picture: await png(80, 60), subfileType: 1 },
      { picture: await png(40, 30), subfileType: 1 },
    ])
    expect(sizes(file)).toEqual([[80, 60]])
  })

  it('are none in a file of another type, and survive entries that lead nowhere', () => {
    expect(tiffPages(Buffer.from('not a TIFF file at all'), defaultLimits)).toEqual([])
    expect(sizes(tiffOfImages(5))).toEqual([[0, 0]])
    expect(sizes(tiffOfImages(1, { big: true }).subarray(0, 30))).toEqual([[0, 0]])
    const cut = tiffOfImages(1)
    cut.writeUInt16LE(65_535, 8)
    expect(sizes(cut)).toEqual([[0, 0]])
  })

  it('can be taken out one by one', async () => {
    const file = await tiffOfPages([
      { picture: await png(80, 60, 40) },
      { picture: await png(50, 90, 200) },
      { picture: await png(70, 70, 90) },
    ])
    const second = withOneTiffImage(file, tiffPage(file, 2, defaultLimits))
    expect(readTiffImages(second, 100)).toMatchObject([{ width: 50, height: 90 }])
    expect(withOneTiffImage(second, tiffPage(second, 1, defaultLimits))).toBe(second)
    expect(readTiffImages(file, 100)).toHaveLength(3)
    expect(() => tiffPage(file, 4, defaultLimits)).toThrow('pdf_page_missing')
  })
})

/** The directories of single TIFF files as those of one file; their pixels cannot be read. */
function linked(files: readonly Buffer[]): Buffer {
  const starts = files.map((_, i) => files.slice(0, i).reduce((sum, { length }) => sum + length, 0))
  const all = Buffer.concat(files)
  let link = 4
  for (const start of starts) {
    const at = start + all.readUInt32LE(start + 4)
    const entries = all.readUInt16LE(at)
    all.writeUInt32LE(at, link)
    link = at + 2 + entries * 12
  }
  all.writeUInt32LE(0, link)
  return all
}
