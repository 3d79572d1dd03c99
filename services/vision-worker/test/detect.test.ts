import { quadAt } from '@equerre/testkit/points'
import type { Corners } from '@equerre/contract/detourage'
import type { Quad } from '@equerre/geometry/quad'
import { polygonArea, polygonClip } from '@equerre/geometry/polygon'
import { quadArea, quadIou } from '@equerre/geometry/quad'
import { readingOrder } from '@equerre/geometry/reading-order'
import { quadInPixels, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import {
  digitalPdf,
  photographDocument,
  photographNothing,
  photographTable,
  scanFlat,
  scannedPdf,
  type Picture,
} from '@equerre/testkit/pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textSkew } from '../src/core/detect/skew/text-skew.ts'
import { grayFromRgb } from '../src/core/pixels.ts'
import { openBench, resultOf, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

async function detect({ jpeg, width, height }: Picture) {
  const upload = await bench.upload(jpeg)
  const outcome = await upload.detect({ width, height, kind: 'photo' })
  const result = resultOf(outcome, 'detect')
  const quad: Quad = quadInPixels<PhotoPoint>(result.corners as RelativeQuad, { width, height })
  return { upload, outcome, result, quad }
}

it.each([
  ['a letter on wood', { seed: 1, page: 'letter', background: 'wood' }],
  ['an invoice on marble', { seed: 2, page: 'invoice', background: 'marble' }],
  ['a receipt on fabric', { seed: 3, page: 'receipt', background: 'fabric' }],
  ['a card on tiles', { seed: 6, page: 'card', background: 'tiles' }],
  [
    'a letter seen from the side, among pens',
    { seed: 5, page: 'letter', background: 'plain', tiltDegrees: 40, things: 5 },
  ],
] as const)('finds %s, or is unsure and offers it', async (_, scene) => {
  const picture = await photographDocument({ width: 1200, height: 900, coverage: 0.4, ...scene })
  const { result } = await detect(picture)
  const iou = ({ corners }: { corners: Corners }) =>
    quadIou(quadInPixels<PhotoPoint>(corners as RelativeQuad, picture), picture.corners!)
  // A card's coloured header makes the area below it a plausible page: then a person is asked, and offered both.
  expect(Math.max(iou(result), ...result.alternatives.map(iou))).toBeGreaterThan(0.97)
  if (result.status === 'OK') expect(iou(result)).toBeGreaterThan(0.97)
  expect(result.documents[0]).toEqual({
    corners: result.corners,
    confidence: result.confidence,
    status: result.status,
    reasons: result.reasons,
  })
})

it('shows the zone in a picture and as a mask, both the size of the preview', async () => {
  const picture = await photographDocument({
    seed: 1,
    width: 2000,
    height: 1500,
    page: 'letter',
    background: 'wood',
  })
  const { upload, outcome, quad } = await detect(picture)
  const viz = await bench.ctx.codec.readFacts((await upload.viz(outcome))!)
  const mask = (await upload.mask(outcome))!
  expect(viz).toMatchObject({ mime: 'image/jpeg', width: 1600, height: 1200 })
  expect(await bench.ctx.codec.readFacts(mask)).toMatchObject({
    mime: 'image/png',
    width: 1600,
    height: 1200,
  })
  const pixels = await bench.ctx.codec.decodeWhole(mask)
  const white = pixels.data.filter((value) => value === 255).length / pixels.data.length
  expect(white).toBeCloseTo(quadArea(quad) / (2000 * 1500), 2)
  expect(new Set(pixels.data)).toEqual(new Set([0, 255]))
})

it('does not find a document on an empty table', async () => {
  for (const [seed, background] of [
    [11, 'wood'],
    [12, 'fabric'],
    [13, 'plain'],
  ] as const) {
    const { result } = await detect(
      await photographNothing({ seed, background, width: 1200, height: 900, things: 2 }),
    )
    expect(result.status).not.toBe('OK')
  }
})

it('finds nothing on a picture of a single tone, such as a transparent file', async () => {
  const size = { width: 640, height: 480 }
  const clear = sharp({ create: { ...size, channels: 4, background: '#12345600' } })
  const { result } = await detect({ ...size, jpeg: await clear.png().toBuffer() } as Picture)
  expect(result).toMatchObject({ status: 'NOT_FOUND', confidence: 0, reasons: ['no_document'] })
  const almost = sharp({
    create: { ...size, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 240, sigma: 3 } },
  })
  const { result: paper } = await detect({ ...size, jpeg: await almost.jpeg().toBuffer() } as Picture)
  expect(paper.status).not.toBe('NOT_FOUND')
})

it('leaves a flat scan whole and says why', async () => {
  const { result } = await detect(await scanFlat({ seed: 21, longSide: 1200 }))
  expect(result.corners).toEqual(quadAt('0,0 1,0 1,1 0,1'))
  expect(result.reasons).toContain('already_cropped')
  expect(result.status).not.toBe('NOT_FOUND')
})

it('straightens a sheet that lay askew in the scanner by its text', async () => {
  const { jpeg, width, height } = await scanFlat({ seed: 21, longSide: 1600, page: 'letter' })
  const { data, info } = await sharp(jpeg)
    .rotate(2.75, { background: '#f4f4f2' })
    .toBuffer({ resolveWithObject: true })
  const middle = { left: (info.width - width) >> 1, top: (info.height - height) >> 1 }
  const skewed = await sharp(data)
    .extract({ ...middle, width, height })
    .jpeg({ quality: 90 })
    .toBuffer()
  const upload = await bench.upload(skewed)
  const seen = resultOf(await upload.detect({ width, height, kind: 'photo' }), 'detect')
  const [[left, top], [right, side]] = quadInPixels(seen.corners as RelativeQuad, { width, height })
  const degrees = (Math.atan2(side - top, right - left) * 180) / Math.PI
  expect(Math.abs(degrees - 2.75)).toBeLessThan(0.2)
  expect(seen.reasons).not.toContain('already_cropped')
  const outcome = await upload.rectify({ width, height, kind: 'photo' }, null)
  expect(resultOf(outcome, 'rectify')).toMatchObject({ corners: seen.corners })
  const page = await bench.ctx.codec.decodeSmall((await upload.warped(outcome))!, 1024)
  expect(textSkew(grayFromRgb(page))).toBeNull()
})

it('keeps pages of a PDF whole, and draws missing previews', async () => {
  for (const [pdf, info] of [
    [await scannedPdf(5), { width: 1131, height: 1600, kind: 'photo' }],
    [await digitalPdf(), { width: 2480, height: 3508, kind: 'digital' }],
  ] as const) {
    const upload = await bench.upload(pdf, 'application/pdf')
    const outcome = await upload.detect(info, 2)
    expect(resultOf(outcome, 'detect')).toMatchObject({ status: 'OK', corners: quadAt('0,0 1,0 1,1 0,1') })
    expect(await bench.ctx.codec.readFacts((await upload.preview(2))!)).toMatchObject({
      width: 1131,
      height: 1600,
    })
  }
})

it('finds two documents on one picture, and straightens the requested one', async () => {
  const half = await photographDocument({
    seed: 1,
    page: 'letter',
    background: 'wood',
    width: 900,
    height: 1200,
    coverage: 0.4,
  })
  const both = await sharp(half.jpeg)
    .extend({ right: 900 })
    .composite([{ input: half.jpeg, left: 900, top: 0 }])
    .jpeg({ quality: 90 })
    .toBuffer()
  const frame = { width: 1800, height: 1200, kind: 'photo' } as const
  const truths = [0, 900].map((by) => half.corners!.map(([x, y]) => [x + by, y]) as unknown as Quad)
  const upload = await bench.upload(both)
  const result = resultOf(await upload.detect(frame), 'detect')
  const found = result.documents.map(({ corners }) =>
    quadInPixels<PhotoPoint>(corners as RelativeQuad, frame),
  )
  expect(found).toHaveLength(2)
  expect(result.reasons).toContain('several_documents')
  for (const truth of truths) {
    expect(Math.max(...found.map((quad) => quadIou(quad, truth)))).toBeGreaterThan(0.97)
  }
  expect(found[0]![0][0]).toBeLessThan(found[1]![0][0])
  const second = await upload.rectify(frame, null, { document: 2 })
  expect(resultOf(second, 'rectify').corners).toEqual(result.documents[1]!.corners)
  const largest = await upload.rectify(frame, null)
  expect(resultOf(largest, 'rectify').corners).toEqual(result.corners)
  expect(await upload.rectify(frame, null, { document: 3 })).toMatchObject({
    kind: 'problem',
    code: 'invalid_request',
  })
})

it('tells apart twelve receipts and cards on a table, in reading order, none merged', async () => {
  const { jpeg, quads, width, height } = await photographTable({
    seed: 7000010,
    count: 12,
    background: 'wood',
  })
  const upload = await bench.upload(jpeg)
  const result = resultOf(await upload.detect({ width, height, kind: 'photo' }), 'detect')
  const found = result.documents.map(({ corners }) =>
    quadInPixels<PhotoPoint>(corners as RelativeQuad, { width, height }),
  )
  const isOf = (quad: Quad) => quads.findIndex((truth) => quadIou(quad, truth) > 0.8)
  const inside = (quad: Quad) => (truth: Quad) =>
    polygonArea(polygonClip(truth, quad)) > 0.5 * quadArea(truth)
  expect(found).toHaveLength(12)
  expect(found.every((quad) => quads.filter(inside(quad)).length === 1)).toBe(true)
  expect(readingOrder(found)).toEqual(found.map((_, i) => i))
  // One of them has taken along the shadow that the receipt casts.
  expect(new Set(found.map(isOf).filter((index) => index >= 0)).size).toBeGreaterThanOrEqual(11)
  expect(result.reasons).toContain('several_documents')
})
