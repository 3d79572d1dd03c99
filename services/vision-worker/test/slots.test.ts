import { photographDocument } from '@equerre/testkit/pictures'
import { storageKeys } from '@equerre/contract/jobs'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSlots } from '../src/jobs/slots.ts'
import { openBench, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

/** Every thread that the test has started, the oldest first. */
let threads: Worker[]
const keep = (thread: Worker) => threads.push(thread)
beforeEach(() => {
  threads = []
  process.on('worker', keep)
})
afterEach(() => process.off('worker', keep))

async function ingestJob() {
  const { jpeg } = await photographDocument({ seed: 41, width: 800, height: 600 })
  const { ingestionId } = await bench.upload(jpeg)
  const original = { mime: 'image/jpeg', bytes: jpeg.length }
  return { step: 'ingest', stepId: randomUUID(), ingestionId, requestId: 'test', original }
}

it('runs more steps than it has threads, one after the other', async () => {
  const slots = await openSlots(bench.settings, { count: 1, secondsMax: 60 })
  const jobs = await Promise.all([ingestJob(), ingestJob(), ingestJob()])
  const outcomes = await Promise.all(jobs.map((job) => slots.run(job)))
  await slots.close()
  expect(outcomes.map(({ kind, stepId }) => [kind, stepId])).toEqual(
    jobs.map(({ stepId }) => ['ingest', stepId]),
  )
})

it('fails a step that is no job or takes too long, and goes on with the next', async () => {
  const slots = await openSlots(bench.settings, { count: 1, secondsMax: 60 })
  await expect(slots.run({ step: 'unknown' })).rejects.toThrow()
  expect(await slots.run(await ingestJob())).toMatchObject({ kind: 'ingest' })
  await slots.close()

  const hasty = await openSlots(bench.settings, { count: 1, secondsMax: 0 })
  await expect(hasty.run(await ingestJob())).rejects.toThrow('step exceeded 0 s')
  await hasty.close()
})

it('reports a deleted upload as an outcome, not as a failure', async () => {
  const slots = await openSlots(bench.settings, { count: 1, secondsMax: 60 })
  const job = await ingestJob()
  await bench.ctx.storage.deletePrefix(storageKeys.prefix(job.ingestionId))
  expect(await slots.run(job)).toMatchObject({ kind: 'problem', code: 'not_found' })
  await slots.close()
})

it('is there once every thread has loaded what it needs', async () => {
  const loaded: unknown[] = []
  const listen = (thread: Worker) => thread.once('message', (message) => loaded.push(message))
  process.on('worker', listen)
  const slots = await openSlots(bench.settings, { count: 2, secondsMax: 60 })
  process.off('worker', listen)
  expect(loaded).toEqual(['ready', 'ready'])
  await slots.close()
})

it('replaces a thread that ends between two steps, and no step notices', async () => {
  const slots = await openSlots(bench.settings, { count: 1, secondsMax: 60 })
  await slots.run(await ingestJob())
  await threads[0]!.terminate()
  expect(await slots.run(await ingestJob())).toMatchObject({ kind: 'ingest' })
  expect(threads).toHaveLength(2)
  await slots.close()
})

it('starts no replacement while the thread that took too long still works', async () => {
  const slots = await openSlots(bench.settings, { count: 1, secondsMax: 0 })
  const [endedThread] = await Promise.all([
    once(process, 'worker').then(() => threads[0]!.threadId),
    slots.run(await ingestJob()).catch(() => {}),
  ])
  // Node gives a thread that has ended this number.
  expect(endedThread).toBe(-1)
  await slots.close()
})
