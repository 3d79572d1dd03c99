import { quadIou } from '@equerre/geometry/quad'
import { quadInPixels, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import { photographBook } from '@equerre/testkit/pictures/spreads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, resultOf, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

it('sees an open book as one document of two pages, and straightens the page that is asked for', async () => {
  const book = await photographBook(11)
  const { width, height } = book.photo
  const upload = await bench.upload(book.jpeg)
  const page = { width, height, kind: 'photo', focal: book.focal } as const
  const detection = resultOf(await upload.detect(page), 'detect')
  const inPixels = (corners: unknown) => quadInPixels<PhotoPoint>(corners as RelativeQuad, { width, height })

  // A gateway of the previous release still finds the whole book among the documents.
  expect(detection.documents.map(({ corners }) => corners)).toEqual([detection.corners])
  expect(quadIou(inPixels(detection.corners), book.corners)).toBeGreaterThan(0.95)
  const [left, right] = detection.facingPages!.map(({ corners }) => corners)
  expect([left![1], left![2]]).toEqual([right![0], right![3]])
  const widthPx = book.corners[1][0] - book.corners[0][0]
  for (const [i, end] of [inPixels(left)[1], inPixels(left)[2]].entries())
    expect(Math.abs(end[0] - book.gutter[i]![0]) / widthPx).toBeLessThan(0.01)

  const made = async (document?: number) => {
    const outcome = await upload.rectify(page, null, { dpi: 100, ...(document && { document }) })
    return resultOf(outcome, 'rectify')
  }
  const [whole, first, second] = [await made(), await made(1), await made(2)]
  expect([whole, first, second].map(({ corners }) => corners)).toEqual([detection.corners, left, right])
  expect(whole.width / whole.height).toBeGreaterThan(1.1)
  for (const { width: across, height: down } of [first, second]) expect(across / down).toBeLessThan(1)
})
