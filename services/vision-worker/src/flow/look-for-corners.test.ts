import { quadIou } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { expect, it } from 'vitest'
import { openCodec } from '../adapters/codec.ts'
import { loadCornerModel } from '../adapters/corner-model.ts'
import { supportIn } from '../core/detect/network/support.ts'
import { lookForCorners } from './look-for-corners.ts'

const codec = openCodec({ pixelsMax: 100_000_000 })
const model = (await loadCornerModel())!
const portrait = { width: 720, height: 960 }
const landscape = { width: 960, height: 720 }

it.each([
  { seed: 11, size: portrait },
  { seed: 12, size: landscape },
  { seed: 13, size: portrait },
  { seed: 14, size: landscape },
])('sees the document of generated photograph $seed', async ({ seed, size }) => {
  const { jpeg, corners } = await photographDocument({ seed, coverage: 0.4, ...size })
  const { sightings } = await lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  expect(quadIou(sightings[0]!.quad, corners!)).toBeGreaterThan(0.9)
  expect(quadIou(sightings[0]!.fitted, corners!)).toBeGreaterThan(0.9)
})

it('sees a document in the same place from closer, neither shifted nor mirrored', async () => {
  const { jpeg, corners } = await photographDocument({ seed: 21, coverage: 0.12, ...landscape })
  const { closer } = await lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  expect(quadIou(closer!.quad, corners!)).toBeGreaterThan(0.9)
})

it.each([
  { seed: 11, size: portrait },
  { seed: 12, size: landscape },
])('says of any quad how well it fits photograph $seed', async ({ seed, size }) => {
  const { jpeg, corners } = await photographDocument({ seed, coverage: 0.4, ...size })
  const { view } = await lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  const moved = (by: number) => supportIn(view, corners!.map(([x, y]) => [x + by, y]) as unknown as WorkQuad)
  const [own, beside] = [moved(0), moved(40)]
  expect(own.inside).toBeGreaterThan(0.7)
  for (const kind of ['corner', 'cornerMin', 'side', 'sideMin', 'inside'] as const) {
    expect(own[kind]).toBeLessThanOrEqual(1)
    expect(own[kind]).toBeGreaterThan(beside[kind])
  }
})

it('is less confident about a table without a document', async () => {
  const look = async ({ jpeg }: { jpeg: Buffer }) => lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  const nothing = await look(await photographNothing({ seed: 3, ...portrait }))
  const something = await look(await photographDocument({ seed: 3, coverage: 0.4, ...portrait }))
  expect(nothing.present).toBeLessThan(something.present)
})
