import { quadIou } from '@equerre/geometry/quad'
import { quadInPixels, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import { photographDocument, scanFlat, type Picture } from '@equerre/testkit/pictures'
import { tiffOfPages } from '@equerre/testkit/pictures/tiffs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, resultOf, type Bench } from './bench.ts'

/** The pages of a TIFF file, each through ingest, detect and rectify. */

let bench: Bench
let photo: Picture
let scan: Picture
beforeAll(async () => {
  bench = await openBench({ pagesMax: 3 })
  photo = await photographDocument({
    seed: 7,
    page: 'letter',
    background: 'wood',
    coverage: 0.5,
    width: 900,
    height: 700,
  })
  scan = await scanFlat({ seed: 21, page: 'invoice', longSide: 500 })
})
afterAll(() => bench.close())

const upload = (file: Uint8Array) => bench.upload(file, 'image/tiff')
const sizeOf = ({ width, height }: Picture) => ({ width, height, kind: 'photo' as const })

describe('a TIFF of several pages', () => {
  it('is measured page by page; thumbnails and masks are none', async () => {
    const thumbnail = await sharp(photo.jpeg).resize(90).png().toBuffer()
    const file = await upload(
      await tiffOfPages([
        { picture: photo.jpeg },
        { picture: thumbnail, subfileType: 1 },
        { picture: scan.jpeg, subfileType: 2 },
        { picture: scan.jpeg, subfileType: 4 },
      ]),
    )
    const result = resultOf(await file.ingest(), 'ingest')
    expect(result).toEqual({
      mime: 'image/tiff',
      pages: [sizeOf(photo), sizeOf(scan)],
      progressive: false,
    })
    expect(await bench.ctx.codec.readFacts((await file.preview())!)).toMatchObject({
      width: 900,
      height: 700,
    })
  })

  it('is read where the page is: each has a detection and a result of its own', async () => {
    const file = await upload(await tiffOfPages([{ picture: scan.jpeg }, { picture: photo.jpeg }]))
    const { pages } = resultOf(await file.ingest(), 'ingest')
    const found = resultOf(await file.detect(pages[1]!, 2), 'detect')
    const quad = quadInPixels<PhotoPoint>(found.corners as RelativeQuad, photo)
    expect(quadIou(quad, photo.corners!)).toBeGreaterThan(0.97)
    const made = await file.rectify(pages[1]!, null, { page: 2, dpi: 100 })
    expect(resultOf(made, 'rectify').corners).toEqual(found.corners)
    const facts = await bench.ctx.codec.readFacts((await file.preview(2))!)
    expect(facts).toMatchObject({ width: 900, height: 700 })
  })

  it.each([
    ['in the middle', [false, true, false]],
    ['at the start', [true, false, false]],
  ])('with a damaged page %s fails on that page alone', async (_, damaged) => {
    const file = await upload(await tiffOfPages(damaged.map((is) => ({ picture: scan.jpeg, damaged: is }))))
    const { pages } = resultOf(await file.ingest(), 'ingest')
    for (const [index, is] of damaged.entries()) {
      const outcomes = [
        await file.detect(pages[index]!, index + 1),
        await file.rectify(pages[index]!, null, { page: index + 1, dpi: 72 }),
      ]
      const refused = { kind: 'problem', code: 'unreadable_file' }
      expect(outcomes).toMatchObject(is ? [refused, refused] : [{ kind: 'detect' }, { kind: 'rectify' }])
    }
  })

  it('is refused with more pages than allowed, with a page too large, and when nothing in it can be read', async () => {
    const parts = (count: number, damaged = false) => Array(count).fill({ picture: scan.jpeg, damaged })
    const refusal = async (file: Buffer) => (await upload(file)).ingest()
    expect(await refusal(await tiffOfPages(parts(4)))).toMatchObject({
      code: 'too_many_pages',
      detail: 'Ce fichier compte 4 pages : la limite est de 3.',
    })
    const wide = await tiffOfPages(parts(2))
    // The width of the last page, as its directory tells it: 256, LONG, one value.
    const width = wide.lastIndexOf(Buffer.from([0, 1, 4, 0, 1, 0, 0, 0]))
    wide.writeUInt32LE(29_000, width + 8)
    wide.writeUInt32LE(29_000, width + 20)
    expect(await refusal(wide)).toMatchObject({ code: 'too_many_pixels' })
    expect(await refusal(await tiffOfPages(parts(2, true)))).toMatchObject({ code: 'unreadable_file' })
  })
})

it('a TIFF whose thumbnail comes first shows its page, not the thumbnail', async () => {
  const thumbnail = await sharp(scan.jpeg).resize(90).png().toBuffer()
  const file = await upload(
    await tiffOfPages([{ picture: thumbnail, subfileType: 1 }, { picture: scan.jpeg }]),
  )
  const { pages } = resultOf(await file.ingest(), 'ingest')
  expect(pages).toEqual([sizeOf(scan)])
  expect(await bench.ctx.codec.readFacts((await file.preview())!)).toMatchObject({ width: scan.width })
})
