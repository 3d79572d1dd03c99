import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { loadCornerModel } from './corner-model.ts'

const models = new URL('../../models/', import.meta.url)

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
