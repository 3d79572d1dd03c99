import { quadAt } from '@equerre/testkit/points'
import { smallPictures, type SmallPicture } from '@equerre/contract/small-picture'
import type { Corners } from '@equerre/contract/detourage'
import type { StepOutcome } from '@equerre/contract/jobs'
import { quadToRelative } from '@equerre/geometry/spaces'
import { digitalPdf, photographDocument, photographNothing } from '@equerre/testkit/pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, resultOf, userZone, type Bench, type Upload } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const frame: Corners = quadAt('0,0 1,0 1,1 0,1')
const names = ['thumb', 'screen'] as const

/** A small picture of a step, checked to be a WebP within its limits. */
async function smallOf(upload: Upload, outcome: StepOutcome, picture: SmallPicture) {
  const file = (await upload.small(outcome, picture))!
  const { longSidePx, bytesMax } = smallPictures[picture]
  const { format, width, height } = await sharp(file).metadata()
  expect(format).toBe('webp')
  expect(file.length).toBeLessThanOrEqual(bytesMax)
  expect(Math.max(width, height)).toBeLessThanOrEqual(longSidePx)
  return { file, width, height }
}

async function noise(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#808080' } as const
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { ...create, noise: grain } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

describe('the small pictures of a straightened page', () => {
  it('show it, in its proportions and at their full size', async () => {
    const seen = { seed: 31, page: 'receipt', background: 'wood', coverage: 0.6 } as const
    const picture = await photographDocument({ ...seen, width: 3000, height: 2250 })
    const upload = await bench.upload(picture.jpeg)
    const zone = userZone(quadToRelative(picture.corners!, picture) as unknown as Corners)
    const outcome = await upload.rectify({ ...picture, kind: 'photo' }, zone, { format: 'jpeg' })
    const page = resultOf(outcome, 'rectify')
    const warped = (await upload.warped(outcome, 'jpeg'))!
    for (const name of names) {
      const small = await smallOf(upload, outcome, name)
      expect(Math.max(small.width, small.height)).toBe(smallPictures[name].longSidePx)
      expect(Math.abs(small.width - (page.width * small.height) / page.height)).toBeLessThan(1)
      expect(await distance(small.file, warped)).toBeLessThan(6)
    }
  })

  it.each([
    ['color', 'png', false],
    ['gray', 'webp', true],
    ['bw', 'pdf', false],
  ] as const)('show the page in %s as %s, with a watermark: %s', async (filter, format, watermark) => {
    const { jpeg, width, height } = await photographDocument({ seed: 3, page: 'letter' })
    const upload = await bench.upload(jpeg)
    const options = { filter, format, dpi: 150 }
    const info = { width, height, kind: 'photo' } as const
    const outcome = await upload.rectify(info, userZone(frame), { ...options, watermark })
    const plain = await upload.rectify(info, userZone(frame), options)
    for (const name of names) {
      const { file } = await smallOf(upload, outcome, name)
      const { channels: seen } = await sharp(file).stats()
      const tones = seen.slice(0, 3).map(({ mean }) => Math.round(mean))
      expect(new Set(tones).size > 1, `${name} is coloured`).toBe(filter === 'color')
      const { file: other } = await smallOf(upload, plain, name)
      expect((await distance(file, other)) > 4, `${name} is marked`).toBe(watermark)
    }
  })

  it('of pure noise are coarser and smaller, not larger in bytes', async () => {
    const upload = await bench.upload(await noise(2000, 2600))
    const info = { width: 2000, height: 2600, kind: 'photo' } as const
    const outcome = await upload.rectify(info, userZone(frame), { format: 'jpeg', paper: 'none' })
    for (const name of names) await smallOf(upload, outcome, name)
  })

  it.each([
    [40, 33],
    [33, 900],
  ])('of %i × %i pixels are not enlarged', async (width, height) => {
    const upload = await bench.upload(await noise(width, height))
    const outcome = await upload.rectify({ width, height, kind: 'photo' }, userZone(frame), { paper: 'none' })
    const page = resultOf(outcome, 'rectify')
    const { width: across, height: down } = await smallOf(upload, outcome, 'screen')
    expect([across, down]).toEqual([page.width, page.height])
    const thumb = await smallOf(upload, outcome, 'thumb')
    expect(thumb.width).toBeLessThanOrEqual(page.width)
  })

  it('of the largest page of a PDF keep within their limits too', async () => {
    const upload = await bench.upload(await digitalPdf(), 'application/pdf')
    const a4 = { width: 2480, height: 3508, kind: 'digital' } as const
    const outcome = await upload.rectify(a4, userZone(frame), { dpi: 600, format: 'jpeg' })
    expect(resultOf(outcome, 'rectify')).toMatchObject({ dpi: 600, shrunk: true })
    for (const name of names) await smallOf(upload, outcome, name)
  })

  it('are not made when no page was', async () => {
    const upload = await bench.upload(
      (await photographNothing({ seed: 8, background: 'wood', things: 0 })).jpeg,
    )
    const outcome = await upload.rectify({ width: 1600, height: 1200, kind: 'photo' }, null)
    expect(resultOf(outcome, 'rectify').shrunk).toBeUndefined()
    for (const name of names) expect(await upload.small(outcome, name)).toBeNull()
  })
})

describe('the small picture of a detection', () => {
  it('shows the page without the zone drawn on it', async () => {
    const picture = await photographDocument({
      seed: 31,
      page: 'invoice',
      background: 'wood',
      coverage: 0.45,
    })
    const upload = await bench.upload(picture.jpeg)
    const outcome = await upload.detect({ width: picture.width, height: picture.height, kind: 'photo' })
    expect(resultOf(outcome, 'detect').shrunk).toBe(true)
    const { file } = await smallOf(upload, outcome, 'thumb')
    const [asSeen, asDrawn] = [
      await distance(file, picture.jpeg),
      await distance(file, (await upload.viz(outcome))!),
    ]
    expect(asSeen).toBeLessThan(asDrawn)
  })
})

/** Mean difference of two pictures at the size of a thumbnail, in levels of 0 to 255. */
async function distance(one: Uint8Array, other: Uint8Array): Promise<number> {
  const pixels = (file: Uint8Array) =>
    sharp(file).resize(64, 64, { fit: 'fill' }).toColourspace('srgb').removeAlpha().raw().toBuffer()
  const [a, b] = [await pixels(one), await pixels(other)]
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length
}
