import { storageKeys } from '@equerre/contract/jobs'
import { GaveWay, Postponed } from '@equerre/platform/queue'
import { endlessPdfs } from '@equerre/testkit/pictures/odd-files'
import { photographDocument } from '@equerre/testkit/pictures'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cpuSecondsOf } from '../src/cell/meter.ts'
import type { Slots } from '../src/jobs/slots.ts'
import { openBench, type Bench } from './bench.ts'
import { openSlotsOn, uploadTo } from './cells.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

let slots: Slots
afterEach(() => slots.close())

async function open(changes: Parameters<typeof openSlotsOn>[1] = {}): Promise<Slots> {
  slots = await openSlotsOn(bench, changes)
  return slots
}

async function ingestJob({ width, height } = { width: 800, height: 600 }) {
  const { jpeg } = await photographDocument({ seed: 41, width, height })
  return (await uploadTo(slots, bench, { bytes: jpeg })).job
}

const outcomeOf = async (data: unknown) => (await slots.run(data)).outcome
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Keeps a process stopped most of the time until its step ends. @returns how long, in milliseconds */
async function starveOfCpu(pid: number, step: Promise<unknown>): Promise<number> {
  let [isOver, stoppedMs] = [false, 0]
  void step.finally(() => (isOver = true))
  while (!isOver) {
    process.kill(pid, 'SIGSTOP')
    await sleep(1_500)
    stoppedMs += 1_500
    const before = cpuSecondsOf(pid)
    process.kill(pid, 'SIGCONT')
    // Until CPU time is seen, which the kernel counts in hundredths of a second: a machine with other work may give none at first.
    do await sleep(20)
    while (!isOver && cpuSecondsOf(pid) === before)
  }
  return stoppedMs
}

it('gives a slot to a step that goes last once no other wants it, and never one more than there are', async () => {
  await open({ spare: 1 })
  const jobs = await Promise.all([ingestJob(), ingestJob(), ingestJob()])
  const [first, last, between] = jobs
  const ended: unknown[] = []
  const note = (job: unknown) => () => ended.push(job)
  const begun = [
    slots.run(first).then(note(first)),
    slots.run(last, { isItsTurn: async () => true }).then(note(last)),
    slots.run(between).then(note(between)),
  ]
  await Promise.all(begun)
  expect(ended).toEqual([first, between, last])
})

it('runs more steps than it has cells, one after another', async () => {
  await open()
  const jobs = await Promise.all([ingestJob(), ingestJob(), ingestJob()])
  const outcomes = await Promise.all(jobs.map(outcomeOf))
  expect(outcomes.map(({ kind, stepId }) => [kind, stepId])).toEqual(
    jobs.map(({ stepId }) => ['ingest', stepId]),
  )
})

it('fails a step that is not a job, and goes on with the next', async () => {
  await open()
  await expect(slots.run({ step: 'unknown' })).rejects.toThrow()
  expect(await outcomeOf(await ingestJob())).toMatchObject({ kind: 'ingest' })
})

it('reports a deleted upload as an outcome, not as a failure', async () => {
  await open()
  const job = await ingestJob()
  await bench.storage.deletePrefix(storageKeys.prefix(job.ingestionId))
  expect(await outcomeOf(job)).toMatchObject({ kind: 'problem', code: 'not_found' })
})

const jpeg = { mime: 'image/jpeg' }

it.each<[string, (key: string, kept: Buffer) => Promise<unknown>]>([
  ['fails', (key) => writeFile(path.join(bench.dir, key), 'not what the storage has written')],
  ['has lost the end of a file', (key, kept) => bench.storage.put(key, kept.subarray(0, 100), jpeg)],
  ['has lost a file’s bytes', (key) => bench.storage.put(key, Buffer.alloc(0), jpeg)],
])('waits for a storage that %s, and blames no file for it', async (_, damage) => {
  await open()
  const job = await ingestJob()
  const key = storageKeys.original(job.ingestionId)
  const kept = (await bench.storage.read(key))!
  await damage(key, kept)
  await expect(slots.run(job)).rejects.toThrow(Postponed)
  await bench.storage.put(key, kept, jpeg)
  expect(await outcomeOf(job)).toMatchObject({ kind: 'ingest' })
})

it('waits for a storage whose object ends before its end, and blames no file for it', async () => {
  await open()
  const job = await ingestJob()
  const get = vi.spyOn(bench.storage, 'get')
  get.mockImplementationOnce(async () => ({
    ...jpeg,
    bytes: job.original.bytes,
    etag: '',
    stream: Readable.from([Buffer.alloc(1)]),
  }))
  await expect(slots.run(job)).rejects.toThrow(Postponed)
  get.mockRestore()
  expect(await outcomeOf(job)).toMatchObject({ kind: 'ingest' })
})

it('leaves nothing of a step that the storage has failed for the next step of its cell', async () => {
  await open()
  const { jpeg } = await photographDocument({ seed: 41, width: 800, height: 600 })
  const file = await uploadTo(slots, bench, { bytes: jpeg })
  const ingested = await file.ingest()
  if (ingested.kind !== 'ingest') throw new Error(`not read: ${ingested.kind}`)
  const { put } = bench.storage
  const failing = vi.spyOn(bench.storage, 'put').mockImplementation(async (key, ...rest) => {
    if (key.includes('warped')) throw new Error('the storage is down')
    return put(key, ...rest)
  })
  await expect(file.rectify(ingested.result.pages[0]!, null, {})).rejects.toThrow(Postponed)
  failing.mockRestore()
  expect(await file.ingest()).toMatchObject({ kind: 'ingest' })
})

it('opens once every cell is loaded', async () => {
  await open({ count: 2 })
  expect(slots.pids()).toHaveLength(2)
  expect(slots.facts.model).toMatch(/^[0-9a-f]{12}$/)
})

it('refuses a file whose step takes too long, without retrying, and goes on in a new cell', async () => {
  await open({ idleSecondsMax: 0 })
  const [pid] = slots.pids()
  const refused = await outcomeOf(await ingestJob())
  expect(refused).toMatchObject({ kind: 'problem', code: 'unreadable_file' })
  expect(refused).toHaveProperty('detail', 'Ce fichier demande trop de temps pour être ouvert.')
  // Gone before anyone gets the answer, so that there are never more busy processes than slots.
  expect(isAlive(pid!)).toBe(false)
  await vi.waitFor(() => expect(slots.pids()).toHaveLength(1), { timeout: 60_000, interval: 50 })
  expect(slots.pids()).not.toContain(pid)
})

it('refuses a file whose step makes no progress', async () => {
  await open({ idleSecondsMax: 2 })
  const running = outcomeOf(await ingestJob())
  await sleep(0)
  process.kill(slots.pids()[0]!, 'SIGSTOP')
  expect(await running).toHaveProperty('detail', 'Ce fichier demande trop de temps pour être ouvert.')
})

it('lets a step finish that gets little CPU time on a busy machine, however long it takes', async () => {
  await open({ idleSecondsMax: 3 })
  const running = outcomeOf(await ingestJob({ width: 4_000, height: 3_000 }))
  expect(await starveOfCpu(slots.pids()[0]!, running)).toBeGreaterThan(3_000)
  expect(await running).toMatchObject({ kind: 'ingest' })
})

it('fails a step for a retry when its cell is killed, which is not the file’s fault', async () => {
  await open()
  const running = slots.run(await ingestJob())
  await sleep(0)
  process.kill(slots.pids()[0]!, 'SIGKILL')
  await expect(running).rejects.toThrow('cell ended (killed)')
  expect(await outcomeOf(await ingestJob())).toMatchObject({ kind: 'ingest' })
})

it('refuses a file that crashes its cell, without retrying', async () => {
  await open()
  const running = outcomeOf(await ingestJob())
  await sleep(0)
  process.kill(slots.pids()[0]!, 'SIGSEGV')
  expect(await running).toMatchObject({ kind: 'problem', code: 'unreadable_file' })
  expect(await outcomeOf(await ingestJob())).toMatchObject({ kind: 'ingest' })
})

it('tries again when a cell crashes that has seen other files, since those may have damaged it', async () => {
  await open()
  await slots.run(await ingestJob())
  const running = outcomeOf(await ingestJob())
  await sleep(0)
  process.kill(slots.pids()[0]!, 'SIGSEGV')
  expect(await running).toMatchObject({ kind: 'ingest' })
})

it('replaces a cell that ends between steps, and no step notices', async () => {
  await open()
  const [pid] = slots.pids()
  await slots.run(await ingestJob())
  process.kill(pid!, 'SIGKILL')
  await vi.waitFor(() => expect(slots.pids()).not.toContain(pid))
  expect(await outcomeOf(await ingestJob())).toMatchObject({ kind: 'ingest' })
})

describe.runIf(process.platform === 'linux')(
  'a cell ended by a file is replaced, and the slot beside it notices nothing',
  () => {
    /** What each ending takes, and a word from what the user is told. */
    const endings = {
      cpu: ['calculs', async () => ({ bytes: await endlessPdfs['a tiling']!(), mime: 'application/pdf' })],
      memory: ['mémoire', async () => ({ bytes: await hungryPng(), mime: 'image/png' })],
      crash: ['abîmé', async () => ({ bytes: await endlessPdfs['a tiling']!(), mime: 'application/pdf' })],
    } as const

    it.each(Object.keys(endings) as (keyof typeof endings)[])('by %s', async (ending) => {
      // A cell rests at 285 MB at most, and with more than three quarters of this it would be worn.
      const memoryBytesMax = 448 * 1_024 ** 2
      await open({ count: 2, memoryBytesMax, ...(ending === 'cpu' && { pageCpuSecondsMax: 2 }) })
      // Idle cells are taken last in, first out.
      const [healthy, doomed] = slots.pids()
      const [words, make] = endings[ending]
      const { job } = await uploadTo(slots, bench, await make())
      const refused = outcomeOf(job)
      const beside = twoMore()
      await sleep(0)
      if (ending === 'crash') process.kill(doomed!, 'SIGSEGV')
      expect(await refused).toMatchObject({
        kind: 'problem',
        code: 'unreadable_file',
        detail: expect.stringContaining(words),
      })
      expect(await beside).toMatchObject([{ kind: 'ingest' }, { kind: 'ingest' }])
      await vi.waitFor(() => expect(slots.pids()).toHaveLength(2), { timeout: 60_000, interval: 50 })
      expect(slots.pids()).toContain(healthy)
      expect(slots.pids()).not.toContain(doomed)
      // Two at once: one of them in the new cell.
      expect(await twoMore()).toMatchObject([{ kind: 'ingest' }, { kind: 'ingest' }])
      expect(slots.pids()).toContain(healthy)
    })
  },
)

it('gives way to others once it has run long enough, leaving them the spare cell', async () => {
  await open({ spare: 1, blockingCpuSecondsMax: 0.5 })
  expect(slots.pids()).toHaveLength(1)
  await outcomeOf(await ingestJob())
  await vi.waitFor(() => expect(slots.pids()).toHaveLength(2), { timeout: 60_000, interval: 50 })
  const both = slots.pids()
  const pdf = { bytes: await endlessPdfs['a tiling']!(), mime: 'application/pdf' }
  const { job } = await uploadTo(slots, bench, pdf)
  await expect(slots.run(job, { blocks: () => true })).rejects.toThrow(GaveWay)
  expect(both).toContain(slots.pids()[0])
  expect(await slots.run(await ingestJob(), { blocks: () => true })).toMatchObject({
    outcome: { kind: 'ingest' },
  })
})

it('knows whether a step waits for a slot, to which the one at work may give way', async () => {
  await open({ blockingCpuSecondsMax: 0.5 })
  const pdf = { bytes: await endlessPdfs['a tiling']!(), mime: 'application/pdf' }
  const { job } = await uploadTo(slots, bench, pdf)
  const endless = expect(slots.run(job, { blocks: slots.isAwaited })).rejects.toThrow(GaveWay)
  expect(slots.isAwaited()).toBe(false)
  const after = outcomeOf(await ingestJob())
  await endless
  expect(await after).toMatchObject({ kind: 'ingest' })
  expect(slots.isAwaited()).toBe(false)
})

it('tells whoever asked for an assembly that takes too much that it has too many pages', async () => {
  await open({ idleSecondsMax: 0 })
  const page = { of: 'file', ingestionId: randomUUID(), page: 1, turn: 0, name: null, source: 'a.pdf' }
  const facts = { stepId: randomUUID(), ingestionId: randomUUID(), requestId: 'test', title: 'Le dossier' }
  const asked = { standard: 'pdf', compression: 'auto', maxBytes: null, pageSize: 'as_is', layout: 'pages' }
  const original = { mime: 'application/pdf', bytes: 0 }
  expect(await outcomeOf({ step: 'assemble', ...facts, original, ...asked, pages: [page] })).toMatchObject({
    code: 'too_many_pages',
    detail: 'Ce dossier demande trop de calculs : réunissez moins de pages à la fois.',
  })
})

async function twoMore() {
  const jobs = await Promise.all([ingestJob(), ingestJob()])
  return Promise.all(jobs.map(outcomeOf))
}

/** Within the limits for files: decoding takes 270 MB, which the kernel allows, but leaves a cell of 448 MB with too much. */
function hungryPng(): Promise<Buffer> {
  return sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: '#ccc' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
}
