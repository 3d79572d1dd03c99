import { resultsQueue } from '@equerre/contract/jobs'
import { withdrawJob } from '@equerre/platform/queue'
import { endlessPdfs } from '@equerre/testkit/pictures/odd-files'
import { photographDocument } from '@equerre/testkit/pictures'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { openWorker, type Worker } from './worker.ts'

const slots = 3

let worker: Worker
beforeAll(async () => {
  const env = {
    WORKER_SLOTS: String(slots),
    // Here, endless computations are ended by those who asked for them.
    STEP_CPU_SECONDS_MAX: '600',
    PDF_PAGE_CPU_SECONDS_MAX: '600',
    JOB_SECONDS_MAX: '600',
  }
  worker = await openWorker({ runDir: inject('servers').runDir, env })
})
afterAll(() => worker?.close())

/** Gives the worker a photograph to ingest; returns the step's id. */
async function ask(): Promise<string> {
  const { jpeg } = await photographDocument({ seed: 43, width: 400, height: 300 })
  return worker.ask('vision-ingest', {
    step: 'ingest',
    ...(await worker.upload({ bytes: jpeg, mime: 'image/jpeg' })),
  })
}

it('keeps a finished step until Redis takes its result', async () => {
  // A key of the wrong type: Redis refuses the result at once, and accepts everything else.
  const list = `bull:${resultsQueue}:wait`
  await worker.client.set(list, 'not a list')
  const stepId = await ask()
  await vi.waitFor(() => expect(worker.log()).toContain('result not sent yet; retrying'), { timeout: 30_000 })
  await worker.client.del(list)
  expect(await worker.answer()).toMatchObject({ kind: 'ingest', stepId })
  expect(worker.log()).not.toContain('job failed')
})

it.runIf(existsSync('/proc/self/environ'))('gives its cells none of its own environment', () => {
  // One for heavy files, and one for what is made of finished pages.
  expect(worker.cells()).toHaveLength(slots + 2)
  for (const pid of worker.cells()) {
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((variable) => variable.split('=')[0])
    expect(names.filter(Boolean).toSorted()).toEqual([
      'MALLOC_ARENA_MAX',
      'NODE_COMPILE_CACHE',
      'ORT_DISABLE_TELEMETRY',
      'TZ',
      'VIPS_DISC_THRESHOLD',
    ])
  }
})

it('ends a step that was withdrawn, and reports it', async () => {
  const bytes = await endlessPdfs['a dash pattern']!()
  const file = await worker.upload({ bytes, mime: 'application/pdf' })
  const stepId = await worker.ask('vision-heavy', { step: 'ingest', ...file })
  const queue = worker.queueOf('vision-heavy')
  await vi.waitFor(async () => expect(await queue.getActiveCount()).toBe(1), { timeout: 30_000 })
  await withdrawJob(queue, worker.client, stepId)
  expect(await worker.answer()).toMatchObject({ kind: 'problem', code: 'not_found', stepId })
})

it('logs which warp kernel and networks it has', () => {
  const idOf = (name: string) =>
    readFileSync(new URL(`../models/${name}.sha256`, import.meta.url), 'utf8').slice(0, 12)
  const [model, upright, bend] = [idOf('corner-finder'), idOf('upright-finder'), idOf('bend-finder')]
  expect(worker.log()).toMatch(
    new RegExp(`"kernel":"(native|portable)","model":"${model}","upright":"${upright}","bend":"${bend}"`),
  )
})

it('reports nothing to the vendor of its runtime: it has no id to do so under', async () => {
  await ask()
  await worker.answer()
  // ONNX Runtime stores its machine id and unsent reports in the home folder.
  expect(readdirSync(worker.home)).toEqual([])
  expect(worker.log()).not.toMatch(/telemetry/i)
})
