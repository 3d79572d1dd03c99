import type { Corners } from '@equerre/contract/detourage'
import type { Quad } from '@equerre/geometry/quad'
import { quadToRelative } from '@equerre/geometry/spaces'
import { photographBent, type BendKind } from '@equerre/testkit/pictures/bent'
import { writePaperwork } from '@equerre/testkit/pictures/paperwork'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, resultOf, userZone, type Bench } from './bench.ts'
import { drawPaperwork } from './paperwork-page.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const photo = { width: 1200, height: 1600 }

/** @param misplaced how far its top right corner was placed by hand into the sheet, as a share of the way to the opposite one */
async function bentLetter(bend: BendKind, { seed = 7, misplaced = 0 } = {}) {
  const sheet = await drawPaperwork(await writePaperwork('letter', seed), 150)
  const shot = photographBent(sheet, { seed, bend, background: 'wood', ...photo })
  const jpeg = await sharp(shot.photo.data, { raw: { ...photo, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
  const upload = await bench.upload(jpeg)
  const [, from, , to] = shot.corners
  const placed = shot.corners.with(1, [
    from[0] + misplaced * (to[0] - from[0]),
    from[1] + misplaced * (to[1] - from[1]),
  ])
  const zone = userZone(quadToRelative(placed as unknown as Quad, photo) as unknown as Corners)
  const made = async (flatten?: 'off') => {
    const page = { ...photo, kind: 'photo', focal: shot.focal } as const
    const outcome = await upload.rectify(page, zone, { dpi: 100, ...(flatten && { flatten }) })
    const file = (await upload.warped(outcome))!
    return { result: resultOf(outcome, 'rectify'), file, likeness: await likeness(file, sheet) }
  }
  return { auto: await made(), off: await made('off') }
}

type Sheet = Awaited<ReturnType<typeof drawPaperwork>>

/** Correlation of the lines of text, on a coarse look at both pages: a millimetre off, lines no longer meet. */
async function likeness(file: Buffer, { width, height, data }: Sheet): Promise<number> {
  const coarse = (picture: Sharp) => picture.greyscale().resize(248, 351, { fit: 'fill' }).raw().toBuffer()
  const [a, b] = await Promise.all([
    coarse(sharp(file)),
    coarse(sharp(data, { raw: { width, height, channels: 3 } })),
  ])
  const mean = (values: Buffer) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [ofA, ofB] = [mean(a), mean(b)]
  let [both, one, other] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    both += (value - ofA) * (b[at]! - ofB)
    one += (value - ofA) ** 2
    other += (b[at]! - ofB) ** 2
  }
  return both / Math.sqrt(one * other)
}

describe('a bent sheet', () => {
  it.each(['curl', 'fold', 'wave', 'roll'] as const)('comes out flat: %s', async (bend) => {
    const { auto, off } = await bentLetter(bend)
    expect(auto.result.shape).toMatchObject({ flattened: true })
    expect(auto.result.shape!.bend).toBeGreaterThan(0.01)
    expect(auto.likeness).toBeGreaterThan(0.5)
    expect(auto.likeness).toBeGreaterThan(off.likeness + 0.25)
  })

  it('stays as it is when asked to, and says how bent it is', async () => {
    const { auto, off } = await bentLetter('curl')
    expect(off.result.shape).toEqual({ bend: auto.result.shape!.bend, flattened: false })
  })
})

it.each([
  ['', 0],
  [', also with a corner that was placed a little beside its own', 0.02],
  [', and far beside it', 0.05],
])('leaves a flat sheet as it was, bit for bit%s', async (_, misplaced) => {
  const { auto, off } = await bentLetter('flat', { misplaced })
  expect(auto.result.shape).toEqual({ bend: 0, flattened: false })
  expect(auto.file.equals(off.file)).toBe(true)
})
