import { quadIou } from '@equerre/geometry/quad'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { expect, it } from 'vitest'
import { openCodec } from '../adapters/codec.ts'
import { loadCornerModel } from '../adapters/corner-model.ts'
import { lookForCorners } from './look-for-corners.ts'

const codec = openCodec({ pixelsMax: 100_000_000 })
const model = (await loadCornerModel())!
const standing = { width: 720, height: 960 }
const lying = { width: 960, height: 720 }

it.each([
  { seed: 11, size: standing },
  { seed: 12, size: lying },
  { seed: 13, size: standing },
  { seed: 14, size: lying },
])('sees the document of generated photograph $seed', async ({ seed, size }) => {
  const { jpeg, corners } = await photographDocument({ seed, coverage: 0.4, ...size })
  const { sightings } = await lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  expect(quadIou(sightings[0]!.quad, corners!)).toBeGreaterThan(0.9)
  expect(quadIou(sightings[0]!.fitted, corners!)).toBeGreaterThan(0.9)
})

it('sees the same from closer wherever the document lies, not moved and not mirrored', async () => {
  const { jpeg, corners } = await photographDocument({ seed: 21, coverage: 0.12, ...lying })
  const { closer } = await lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  expect(quadIou(closer!.quad, corners!)).toBeGreaterThan(0.9)
})

it('is less sure of a table without a document', async () => {
  const look = async ({ jpeg }: { jpeg: Buffer }) => lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  const nothing = await look(await photographNothing({ seed: 3, ...standing }))
  const something = await look(await photographDocument({ seed: 3, coverage: 0.4, ...standing }))
  expect(nothing.present).toBeLessThan(something.present)
})
