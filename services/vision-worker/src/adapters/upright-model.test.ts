import { expect, it } from 'vitest'
import { tileSide } from '../core/detect/upright/tiles.ts'
import { loadUprightModel } from './upright-model.ts'

it('is null where the file is absent', async () => {
  expect(await loadUprightModel(new URL('no-such-model.onnx', import.meta.url))).toBeNull()
})

it('gives four numbers per tile, the same alone as in a batch', async () => {
  const model = (await loadUprightModel())!
  const pixels = Float32Array.from({ length: 3 * tileSide ** 2 }, (_, at) => (at * 2_654_435_761) % 256)
  const together = await model({ count: 3, pixels })
  expect(together).toHaveLength(12)
  const alone = await model({ count: 1, pixels: pixels.slice(tileSide ** 2, 2 * tileSide ** 2) })
  alone.forEach((value, i) => expect(value).toBeCloseTo(together[4 + i]!, 3))
})
