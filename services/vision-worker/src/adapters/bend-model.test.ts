import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { networkSize } from '../core/flatten/network.ts'
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
