import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { modelFile } from './onnx-session.ts'

it.each([
  ['bend-finder', 8_000_000],
  ['corner-finder', 8_000_000],
  ['upright-finder', 1_500_000],
] as const)('%s matches its checksum and is small enough for the repository', (model, bytesMax) => {
  const file = modelFile(model)
  const bytes = readFileSync(file)
  const [sum, name] = readFileSync(new URL(`${model}.sha256`, file), 'utf8')
    .trim()
    .split(/\s+/)
  expect(name).toBe(`${model}.onnx`)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  expect(bytes.length).toBeLessThanOrEqual(bytesMax)
})
