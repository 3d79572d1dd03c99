import { quadAt } from '@equerre/testkit/points'
import type { Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { pointDistance, type Point } from '@equerre/geometry/point'
import { frameQuad } from '@equerre/geometry/quad'
import { digitalPdf, photographDocument, type Scene } from '@equerre/testkit/pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPdf } from '../src/adapters/pdf.ts'
import { openTextNetworks, readTextFiles, type TextNetworks } from '../src/adapters/text-models.ts'
import type { RgbImage } from '../src/core/pixels.ts'
import { readTurns, turnUpright } from '../src/flow/turn-upright.ts'
import { readInDoubt } from '../src/flow/read-in-doubt.ts'
import { withTextNetworks } from '../src/flow/with-text-networks.ts'
import { turnedLine } from './turned-line.ts'
import { openBench, resultOf, userZone, type Bench } from './bench.ts'

const textFiles = await readTextFiles()
let bench: Bench
let sheet: RgbImage
beforeAll(async () => {
  bench = await openBench()
  // A machine may have no fonts; PDFium brings its own.
  const size = { width: 1240, height: 1754 }
  const { rgba, width, height } = (await openPdf(await digitalPdf())).draw(1, { kind: 'digital', size })
  const raw = { width, height, channels: 4 } as const
  sheet = { width, height, data: await sharp(rgba, { raw }).removeAlpha().raw().toBuffer() }
})
afterAll(() => bench.close())

const scene: Scene = {
  seed: 4,
  background: 'wood',
  width: 1500,
  height: 1200,
  coverage: 0.5,
  tiltDegrees: 15,
}

/** The photograph as if the camera had been turned, and a map from relative positions in the original to the turned one. */
async function turnedPhoto(
  { jpeg, width, height }: { jpeg: Buffer; width: number; height: number },
  quarters: number,
) {
  const place = (at: Point): Point =>
    Array.from({ length: quarters }).reduce<Point>(([x, y]) => [1 - y, x], at)
  const size = quarters % 2 ? { width: height, height: width } : { width, height }
  const bytes = await sharp(jpeg)
    .rotate(90 * quarters)
    .jpeg({ quality: 90 })
    .toBuffer()
  return { bytes, place, info: { ...size, kind: 'photo' } as const }
}

const topLeft = ({ corners }: { readonly corners: Corners }) => corners[0]

it.each([0, 1, 2, 3])(
  'starts the corners of a page turned by %i quarters at its own top left',
  async (quarters) => {
    const picture = await photographDocument({ ...scene, sheet })
    const { bytes, place, info } = await turnedPhoto(picture, quarters)
    const upload = await bench.upload(bytes)
    const result = resultOf(await upload.detect(info), 'detect')
    const [x, y] = picture.corners![0]
    expect(pointDistance(topLeft(result), place([x / picture.width, y / picture.height]))).toBeLessThan(0.03)
    expect(result.documents[0]!.corners).toEqual(result.corners)
  },
)

it('turns alternatives along with the page', async () => {
  const raw = { width: 1240, height: 1754, channels: 3 } as const
  const data = await sharp(sheet.data, { raw }).rotate(180).raw().toBuffer()
  const found = { status: 'OK', confidence: 1, corners: quadAt('0,0 1,0 1,1 0,1') } as const
  const other: Corners = quadAt('0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8')
  const alternatives = [{ corners: other, confidence: 0.5 }]
  const answer = { ...found, documents: [found], reasons: [], alternatives } as unknown as DetectResult
  const turned = await turnUpright(answer, { ...raw, data }, bench.ctx)
  expect(topLeft(turned)).toEqual([1, 1])
  expect(topLeft(turned.alternatives[0]!)).toEqual([0.9, 0.8])
})

describe.skipIf(!textFiles)('a page that its tiles leave unclear', () => {
  let networks: TextNetworks
  beforeAll(async () => {
    networks = await openTextNetworks(textFiles!)
  })
  afterAll(() => networks.close())

  it.each([1, 2, 3] as const)('is read, turned by %i quarters', async (turns) => {
    const { data, info } = await (await turnedLine(turns)).raw().toBuffer({ resolveWithObject: true })
    const [image, page] = [{ ...info, data }, frameQuad(info)]
    const tools = { model: (await bench.ctx.uprightModel())!, warp: bench.ctx.warp }
    expect(await readTurns(image, page, { ...tools, networks: async () => null })).toBeNull()
    expect(await readTurns(image, page, { ...tools, networks: async () => networks })).toBe(turns)
  })

  it('stays as it lies where no line reads', async () => {
    const { data, info } = await (await turnedLine(2)).blur(9).raw().toBuffer({ resolveWithObject: true })
    const votes = [-10, -10, -10, -10]
    const tools = { models: networks, warp: bench.ctx.warp }
    expect(await readInDoubt({ ...info, data }, { quad: frameQuad(info), votes }, tools)).toBeNull()
  })
})

it('opens no network for a page whose tiles are clear', async () => {
  const tools = { model: (await bench.ctx.uprightModel())!, warp: bench.ctx.warp }
  const networks = vi.fn(async () => null)
  expect(await readTurns(sheet, frameQuad(sheet), { ...tools, networks })).toBe(0)
  expect(networks).not.toHaveBeenCalled()
})

it('opens networks once for all that is read, and none where nothing is', async () => {
  const files = vi.fn(readTextFiles)
  const [first, second] = await withTextNetworks(files, async (open) => [await open(), await open()])
  expect(first).toBe(second)
  await withTextNetworks(files, async () => null)
  expect(files).toHaveBeenCalledTimes(1)
})

it('turns an upside-down flat scan so that it can be read', async () => {
  const upside = await sharp(sheet.data, { raw: { width: 1240, height: 1754, channels: 3 } })
    .rotate(180)
    .png()
    .toBuffer()
  const upload = await bench.upload(upside, 'image/png')
  const info = { width: 1240, height: 1754, kind: 'photo' } as const
  const outcome = await upload.rectify(info, null, { format: 'png' })
  const { corners } = resultOf(outcome, 'rectify')
  expect(corners).toEqual(quadAt('1,1 0,1 0,0 1,0'))
  const page = await bench.ctx.codec.decodeResized((await upload.warped(outcome))!, sheet)
  const apart = page.data.reduce((sum, value, at) => sum + Math.abs(value - sheet.data[at]!), 0)
  expect(apart / page.data.length).toBeLessThan(4)
})

it('leaves a page without text as it is', async () => {
  const { bytes, info } = await turnedPhoto(await photographDocument({ ...scene, page: 'blank' }), 1)
  const upload = await bench.upload(bytes)
  const { corners } = resultOf(await upload.detect(info), 'detect')
  // The first corner is the one at the top left of the photo.
  expect(corners[0][0] + corners[0][1]).toBe(Math.min(...corners.map(([x, y]) => x + y)))
})

it('never turns corners that a user gave', async () => {
  const { bytes, info } = await turnedPhoto(await photographDocument({ ...scene, sheet }), 2)
  const upload = await bench.upload(bytes)
  const given: Corners = quadAt('0.2,0.2 0.8,0.2 0.8,0.8 0.2,0.8')
  expect(resultOf(await upload.rectify(info, userZone(given)), 'rectify').corners).toEqual(given)
})
