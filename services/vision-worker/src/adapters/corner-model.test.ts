import { quadIou } from '@equerre/geometry/quad'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { lookForCorners } from '../flow/look-for-corners.ts'
import { openCodec } from './codec.ts'
import { loadCornerModel } from './corner-model.ts'

const models = new URL('../../models/', import.meta.url)
const codec = openCodec({ pixelsMax: 100_000_000 })

it('is the file that the training left, whole, and small enough to be kept with the sources', () => {
  const bytes = readFileSync(new URL('corner-finder.onnx', models))
  const [sum, name] = readFileSync(new URL('corner-finder.sha256', models), 'utf8').trim().split(/\s+/)
  expect(name).toBe('corner-finder.onnx')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  expect(bytes.length).toBeLessThanOrEqual(8_000_000)
})

it('is null where the file is absent', async () => {
  expect(await loadCornerModel(new URL('no-such-model.onnx', models))).toBeNull()
})

it.each([11, 12, 13, 14])(
  'sees the document of generated photograph %i, standing and lying',
  async (seed) => {
    const model = (await loadCornerModel())!
    for (const size of [
      { width: 720, height: 960 },
      { width: 960, height: 720 },
    ]) {
      const { jpeg, corners } = await photographDocument({ seed, coverage: 0.4, ...size })
      const { present, sightings } = await lookForCorners(await codec.decodeSmall(jpeg, 960), model)
      expect(present).toBeGreaterThan(0.5)
      expect(quadIou(sightings[0]!.quad, corners!)).toBeGreaterThan(0.9)
      expect(quadIou(sightings[0]!.fitted, corners!)).toBeGreaterThan(0.9)
    }
  },
)

it('is less sure of a table without a document', async () => {
  const model = (await loadCornerModel())!
  const { jpeg } = await photographNothing({ seed: 3, width: 720, height: 960 })
  const nothing = await lookForCorners(await codec.decodeSmall(jpeg, 960), model)
  const { jpeg: filled } = await photographDocument({ seed: 3, coverage: 0.4, width: 720, height: 960 })
  const something = await lookForCorners(await codec.decodeSmall(filled, 960), model)
  expect(nothing.present).toBeLessThan(something.present)
})

it('lets the thread that loaded it be ended', async () => {
  const source = `
    import(${JSON.stringify(new URL('corner-model.ts', import.meta.url).href)})
      .then(({ loadCornerModel }) => loadCornerModel())
      .then(() => require('node:worker_threads').parentPort.postMessage('loaded'))`
  for (let thread = 0; thread < 3; thread++) {
    const worker = new Worker(source, { eval: true })
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
  }
  expect(await loadCornerModel()).not.toBeNull()
})
