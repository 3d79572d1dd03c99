import { quadAt } from '@equerre/testkit/points'
import type { PageInfo } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { quadIou } from '@equerre/geometry/quad'
import { quadInPixels, quadToRelative, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import {
  bitonalPdf,
  illustratedPdf,
  joinPdfs,
  pdfOfPicture,
  pictureWays,
} from '@equerre/testkit/pictures/pdfs'
import { digitalPdf, photographDocument, scanFlat, type Picture } from '@equerre/testkit/pictures'
import { askew } from '@equerre/testkit/pictures/raster'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, resultOf, userZone, type Bench } from './bench.ts'

let bench: Bench
let photo: Picture
let asJpeg: DetectResult
beforeAll(async () => {
  bench = await openBench()
  photo = await photographDocument({ seed: 7, page: 'letter', background: 'wood', coverage: 0.5 })
  asJpeg = (await look(photo.jpeg, 'image/jpeg')).found
})
afterAll(() => bench.close())

const wholeFrame = quadAt('0,0 1,0 1,1 0,1')

/** Runs ingest and detect, as a client would. */
async function look(bytes: Buffer, mime = 'application/pdf', page = 1) {
  const upload = await bench.upload(bytes, mime)
  const ingested = resultOf(await upload.ingest(), 'ingest')
  const info = ingested.pages[page - 1]!
  const found = resultOf(await upload.detect(info, page), 'detect')
  return { upload, pages: ingested.pages, info, found }
}

function iouWithTruth(corners: unknown, info: PageInfo): number {
  const truth = quadInPixels<PhotoPoint>(quadToRelative(photo.corners!, photo), info)
  return quadIou(quadInPixels<PhotoPoint>(corners as RelativeQuad, info), truth)
}

describe('a page of a PDF that is a photograph', () => {
  it.each(Object.keys(pictureWays))('is cropped as the photograph itself would be: %s', async (way) => {
    const { info, found } = await look(await pdfOfPicture(photo, way))
    expect(info.kind).toBe('photo')
    // The picture's own pixels, except for what rounding a page's size to points loses.
    expect(Math.abs(info.width - photo.width)).toBeLessThanOrEqual(1)
    expect(Math.abs(info.height - photo.height)).toBeLessThanOrEqual(1)
    expect(iouWithTruth(found.corners, info)).toBeGreaterThan(0.98)
    expect(found.status).toBe(asJpeg.status)
    expect(Math.abs(found.confidence - asJpeg.confidence)).toBeLessThan(0.15)
    expect(found.reasons).not.toContain('already_cropped')
  })

  it('gives the same page as the photograph itself', async () => {
    const options = { dpi: 150, format: 'png' } as const
    const zone = userZone(quadToRelative(photo.corners!, photo) as never)
    const inPdf = await bench.upload(
      await pdfOfPicture(photo, 'on A4 with margins, behind a white ground'),
      'application/pdf',
    )
    const alone = await bench.upload(photo.jpeg)
    const [info] = resultOf(await inPdf.ingest(), 'ingest').pages
    const made = await inPdf.rectify(info!, zone, options)
    const meant = await alone.rectify({ ...photo, kind: 'photo' }, zone, options)
    const { dpi, paper, width, height } = resultOf(meant, 'rectify')
    expect(resultOf(made, 'rectify')).toMatchObject({ dpi, paper, width, height })
    const [a, b] = await Promise.all(
      [inPdf.warped(made), alone.warped(meant)].map(async (file) =>
        bench.ctx.codec.decodeWhole((await file)!),
      ),
    )
    const off = a!.data.reduce((sum, value, i) => sum + Math.abs(value - b!.data[i]!), 0) / a!.data.length
    // Levels of 255: the same pixels moved by half a pixel are off by 3.
    expect(off).toBeLessThan(0.5)
  })

  it('has the same preview', async () => {
    const large = await photographDocument({ seed: 8, page: 'letter', width: 2400, height: 1800 })
    const files = [pdfOfPicture(large, 'fitted to A4 between bands of bare paper'), large.jpeg]
    const [inPdf, alone] = await Promise.all(
      files.map(async (file, i) => {
        const upload = await bench.upload(await file, i === 0 ? 'application/pdf' : 'image/jpeg')
        await upload.ingest()
        return bench.ctx.codec.decodeWhole((await upload.preview())!)
      }),
    )
    const off = inPdf!.data.reduce((sum, value, i) => sum + Math.abs(value - alone!.data[i]!), 0)
    expect([inPdf!.width, inPdf!.height]).toEqual([1600, 1200])
    expect(off / inPdf!.data.length).toBeLessThan(0.1)
  })

  it('is as large as its image, not its paper: at five metres, and above the largest drawing', async () => {
    const huge = await bench.upload(
      await pdfOfPicture(
        { ...photo, width: 14_000, height: 10_500 },
        'at a point a pixel, as photo exports do',
      ),
      'application/pdf',
    )
    expect(resultOf(await huge.ingest(), 'ingest').pages).toEqual([
      { width: 1600, height: 1200, kind: 'photo' },
    ])
    const small = await openBench({ outputPixelsMax: 480_000 })
    const upload = await small.upload(
      await pdfOfPicture(photo, 'under text that nobody sees'),
      'application/pdf',
    )
    const [info] = resultOf(await upload.ingest(), 'ingest').pages
    expect(info).toEqual({ width: 800, height: 600, kind: 'photo' })
    expect(iouWithTruth(resultOf(await upload.detect(info!), 'detect').corners, info!)).toBeGreaterThan(0.95)
    await small.close()
  })
})

describe('a page of a PDF that is kept whole', () => {
  it.each([
    'at a point a pixel, as photo exports do',
    'fitted to A4 between bands of bare paper',
    'in strips, as scanners write',
  ])('is a flat scan as the detector sees it, as in a JPEG: %s', async (way) => {
    const scan = await scanFlat({ seed: 21, page: 'invoice', longSide: 1600 })
    const { info, found } = await look(await pdfOfPicture(scan, way))
    const { found: alone } = await look(scan.jpeg, 'image/jpeg')
    expect(info).toMatchObject({ kind: 'photo' })
    expect(found).toMatchObject({ corners: wholeFrame, reasons: ['already_cropped'], status: 'OK' })
    expect(Math.abs(found.confidence - alone.confidence)).toBeLessThan(0.05)
    expect(found.confidence).toBeLessThan(1)
  })

  it('is bilevel, so no camera made it, with a measured confidence', async () => {
    const { info, found } = await look(
      await bitonalPdf(await scanFlat({ seed: 22, page: 'letter', longSide: 1754 })),
    )
    expect(info).toEqual({ width: 2480, height: 3508, kind: 'scan' })
    expect(found).toMatchObject({ corners: wholeFrame, reasons: ['already_cropped'] })
    expect(found.confidence).toBeLessThan(1)
  })

  it('was written or drawn, which is certain', async () => {
    for (const bytes of [await digitalPdf(), await illustratedPdf(photo)])
      for (const page of [1, 2]) {
        const { info, found } = await look(bytes, 'application/pdf', page)
        expect(info.kind).toBe('digital')
        expect(found).toMatchObject({ corners: wholeFrame, status: 'OK', confidence: 1, alternatives: [] })
      }
  })

  it('keeps the resolution of its scan on paper', async () => {
    const scan = await scanFlat({ seed: 9, page: 'letter', longSide: 1240 })
    const upload = await bench.upload(
      await pdfOfPicture(scan, 'fitted to A4 between bands of bare paper'),
      'application/pdf',
    )
    const [info] = resultOf(await upload.ingest(), 'ingest').pages
    const made = resultOf(await upload.rectify(info!, userZone(wholeFrame as never)), 'rectify')
    // 1240 pixels on 297 mm are 106 per inch.
    expect(made).toMatchObject({ dpi: 106, paper: 'a4' })
  })

  it('keeps that resolution when its sheet lay askew in the scanner', async () => {
    const { width, height, jpeg } = await scanFlat({ seed: 9, page: 'letter', longSide: 1240 })
    const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    const raw = { width, height, channels: 3 } as const
    const skewed = await sharp(askew({ width, height, data }, 2).data, { raw })
      .jpeg({ quality: 90 })
      .toBuffer()
    const picture = { width, height, jpeg: skewed, corners: null }
    const upload = await bench.upload(
      await pdfOfPicture(picture, 'fitted to A4 between bands of bare paper'),
      'application/pdf',
    )
    const [info] = resultOf(await upload.ingest(), 'ingest').pages
    const made = resultOf(await upload.rectify(info!, null), 'rectify')
    expect(made.corners).not.toEqual(wholeFrame)
    expect(made).toMatchObject({ dpi: 106, paper: 'a4' })
  })
})

it('tells the kinds of pages in a mixed file apart', async () => {
  const mixed = await joinPdfs([
    await digitalPdf({ pages: 1 }),
    await pdfOfPicture(photo, 'turned by the page, a quarter'),
    await bitonalPdf(await scanFlat({ seed: 22, longSide: 800 })),
  ])
  const { pages, found, info } = await look(mixed, 'application/pdf', 2)
  expect(pages.map(({ kind }) => kind)).toEqual(['digital', 'photo', 'scan'])
  expect(iouWithTruth(found.corners, info)).toBeGreaterThan(0.98)
})
