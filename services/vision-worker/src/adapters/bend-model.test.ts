import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { frameQuad } from '@equerre/geometry/quad'
import { photographBent, type BendKind } from '@equerre/testkit/pictures/bent'
import { drawPage } from '@equerre/testkit/pictures/page'
import { createRandom } from '@equerre/testkit/pictures/random'
import type { Raster } from '@equerre/testkit/pictures/raster'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shapeOf, type Seen } from '../core/flatten/flatten.ts'
import { lookAt } from '../core/flatten/look.ts'
import { networkSees, networkSize, type AskBend } from '../core/flatten/network.ts'
import { warp } from '../core/rectify/warp.ts'
import { loadBendModel } from './bend-model.ts'

it('is null where the file is absent', async () => {
  expect(await loadBendModel(new URL('no-such-model.onnx', import.meta.url))).toBeNull()
})

it('answers as it does where it was trained (training/bend/golden.py)', async () => {
  const golden = JSON.parse(readFileSync(new URL('bend-model.golden.json', import.meta.url), 'utf8')) as {
    readonly every: number
    readonly places: readonly (readonly number[])[]
    readonly bent: number
  }
  const ask = (await loadBendModel())!
  const { shifts, scales, bent } = await ask(waves())
  expect(bent).toBeCloseTo(golden.bent, 3)
  for (const [index, plane] of [...shifts, ...scales].entries()) {
    const kept = [...plane].filter((_, at) => at % golden.every === 0)
    kept.forEach((value, at) => expect(value).toBeCloseTo(golden.places[index]![at]!, 2))
  }
})

/** Lines that sink to the right, across slower ones that run down. */
function waves(): Float32Array {
  return Float32Array.from({ length: networkSize.width * networkSize.height }, (_, at) => {
    const [x, y] = [at % networkSize.width, Math.floor(at / networkSize.width)]
    return 150 + 50 * Math.sin(0.7 * y - 0.0002 * x * x) + 40 * Math.sin(0.05 * x)
  })
}

/** A letter on wood, upright or lying, and its width divided by its height. */
function photographed(bend: BendKind, lies: boolean) {
  const upright = drawPage('letter', 1240, 1754)(createRandom(12))
  const sheet = lies ? turned(upright) : upright
  const [width, height] = lies ? [1600, 1200] : [1200, 1600]
  const shot = photographBent(sheet, { seed: 12, bend, width, height, background: 'wood' })
  const lens = { focalPx: shot.focal * 1600, centre: [width / 2, height / 2] } as const
  return {
    shot,
    seen: { photo: shot.photo, quad: shot.corners, ratio: sheet.width / sheet.height, lens } satisfies Seen,
  }
}

function turned({ width, height, data }: Raster): Raster {
  const lying = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      lying.set(
        data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
        3 * (x * height + height - 1 - y),
      )
  return { width: height, height: width, data: lying }
}

describe.each([
  ['upright', false],
  ['lying', true],
])('a sheet, %s', (_, lies) => {
  it('is seen to be bent, and its places nearer to where they belong than they seem to be', async () => {
    const { shot, seen } = photographed('curl', lies)
    const diagonal = Math.hypot(seen.ratio, 1)
    const size = { width: seen.ratio / diagonal, height: 1 / diagonal }
    const { places, bent } = await networkSees(
      lookAt(seen.photo, { quad: seen.quad, size }, warp),
      (await loadBendModel())!,
    )
    expect(bent).toBeGreaterThan(0.9)
    const straighten = homographyBetween(seen.quad, frameQuad(size))
    const straight = (flat: Point) => homographyApply(straighten, shot.seen(flat))
    let [before, after] = [0, 0]
    // Where the point is seen that the network names, and where that one is which a flat sheet would show there.
    for (const { seen: at, flat } of places) {
      const [x, y] = straight(flat)
      const [u, v] = straight([at[0] / size.width, at[1] / size.height])
      after += Math.hypot(x - at[0], y - at[1])
      before += Math.hypot(u - at[0], v - at[1])
    }
    expect(after).toBeLessThan(0.7 * before)
  })
})

it('is asked about a sheet that seems bent, which it helps to shape, and not about a flat one', async () => {
  const model = (await loadBendModel())!
  let asked = 0
  const askBend: AskBend = (picture) => {
    asked++
    return model(picture)
  }
  expect(await shapeOf(photographed('flat', false).seen, { warp, askBend })).toEqual({
    bend: 0,
    sheet: null,
  })
  expect(asked).toBe(0)
  const { seen } = photographed('curl', false)
  const shape = await shapeOf(seen, { warp, askBend })
  expect(asked).toBe(1)
  expect(shape.sheet).not.toBeNull()
  const without = await shapeOf(seen, { warp, askBend: null })
  expect(without.sheet).not.toBeNull()
  expect(shape.sheet).not.toEqual(without.sheet)
})
