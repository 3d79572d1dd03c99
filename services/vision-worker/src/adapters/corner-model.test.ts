import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { loadCornerModel } from './corner-model.ts'

it('is null where the file is absent', async () => {
  expect(await loadCornerModel(new URL('no-such-model.onnx', import.meta.url))).toBeNull()
})

it('lets the thread that loaded it be terminated', async () => {
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
