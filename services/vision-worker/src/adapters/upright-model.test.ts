import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tileSide } from '../core/detect/upright-tiles.ts'
import { loadUprightModel } from './upright-model.ts'

const models = new URL('../../models/', import.meta.url)

it('is the file that the training left, whole, and small enough to be kept with the sources', () => {
  const bytes = readFileSync(new URL('upright-finder.onnx', models))
  const [sum, name] = readFileSync(new URL('upright-finder.sha256', models), 'utf8').trim().split(/\s+/)
  expect(name).toBe('upright-finder.onnx')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  expect(bytes.length).toBeLessThanOrEqual(1_500_000)
})

it('is null where the file is absent', async () => {
  expect(await loadUprightModel(new URL('no-such-model.onnx', models))).toBeNull()
})

it('answers four numbers for each tile, the same for a tile alone and among others', async () => {
  const model = (await loadUprightModel())!
  const pixels = Float32Array.from({ length: 3 * tileSide ** 2 }, (_, at) => (at * 2_654_435_761) % 256)
  const together = await model({ count: 3, pixels })
  expect(together).toHaveLength(12)
  const alone = await model({ count: 1, pixels: pixels.slice(tileSide ** 2, 2 * tileSide ** 2) })
  alone.forEach((value, i) => expect(value).toBeCloseTo(together[4 + i]!, 3))
})
