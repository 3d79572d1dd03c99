import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { usualPdf } from '@equerre/contract/assembly'
import type { RectifyJob } from '@equerre/contract/jobs'
import { writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { quadAt } from '@equerre/testkit/points'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, resultOf, userZone, type Bench } from './bench.ts'

/** A page's own PDF, written by the step that makes the page. */

let bench: Bench
let receipt: Paperwork
let auto: Buffer
let jpeg: Buffer
beforeAll(async () => {
  bench = await openBench()
  receipt = await writePaperwork('receipt', 11)
  auto = await written({})
  jpeg = await written({ compression: 'jpeg' })
})
afterAll(() => bench.close())

/** Left free for text. */
const textBytes = 20_000
const frame = userZone(quadAt('0,0 1,0 1,1 0,1'))

async function written(pdf: Partial<RectifyJob['pdf']>, legible = false) {
  const [width, height] = [receipt.widthMm, receipt.heightMm].map((mm) => Math.round((mm * 300) / 25.4))
  const info = { width: width!, height: height!, kind: 'digital' } as const
  const upload = await bench.upload(receipt.pdf, 'application/pdf')
  const asked = { dpi: 200, legible, pdf: { ...usualPdf, maxBytes: null, ...pdf } }
  const outcome = await upload.rectify(info, frame, { format: 'pdf', paper: 'none', ...asked })
  const { bytes, reduced } = resultOf(outcome, 'rectify')
  expect(reduced === null).toBe(!pdf?.maxBytes)
  const file = (await upload.warped(outcome, 'pdf'))!
  expect(bytes).toBe(file.length)
  return file
}

it('is as light as it gets, unless it is to be one JPEG', () => {
  expect(auto.length).toBeLessThan(jpeg.length / 3)
})

it('has the resolution of its letters when it is sent again', async () => {
  const upload = await bench.upload(auto, 'application/pdf')
  const [page] = resultOf(await upload.ingest(), 'ingest').pages
  expect(page!.width / (receipt.widthMm / 25.4)).toBeCloseTo(300, -1)
})

it('is below a size where it can be, with room for its text if that is still to come', async () => {
  const maxBytes = Math.round(jpeg.length / 2)
  const alone = await written({ compression: 'jpeg', maxBytes })
  expect(alone.length).toBeLessThanOrEqual(maxBytes)
  const read = await written({ compression: 'jpeg', maxBytes }, true)
  expect(read.length).toBeLessThanOrEqual(maxBytes - textBytes)
  expect((await written({ maxBytes: 1_000 })).length).toBeGreaterThan(1_000)
})

it('is an archive where that is asked', async () => {
  const archive = await written({ standard: 'pdfa-2b' })
  const intents = async (file: Buffer) =>
    (await PDFDocument.load(file, { updateMetadata: false })).catalog.get(PDFName.of('OutputIntents'))
  expect(await intents(archive)).toBeDefined()
  expect(await intents(auto)).toBeUndefined()
})
