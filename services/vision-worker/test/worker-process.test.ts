import { resultsQueue, storageKeys, StepOutcome } from '@equerre/contract/jobs'
import { startRedis, type RedisServer } from '@equerre/local/redis'
import { startService, type ServiceProcess } from '@equerre/local/service'
import { createLog } from '@equerre/platform/log'
import { openQueue, openRedis, withdrawJob, type Queue, type Redis } from '@equerre/platform/queue'
import { openStorage } from '@equerre/platform/storage'
import { endlessPdfs } from '@equerre/testkit/odd-files'
import { photographDocument } from '@equerre/testkit/pictures'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'

const slots = 3
const silent = createLog('test', 'silent')

let dir: string
let redis: RedisServer
let client: Redis
let worker: ServiceProcess
beforeAll(async () => {
  dir = await mkdtemp(path.join(inject('servers').runDir, 'worker-'))
  redis = await startRedis({
    dir: path.join(dir, 'redis'),
    password: 'worker-process',
    logFile: path.join(dir, 'redis.log'),
  })
  client = openRedis(redis.url, silent)
  await once(client, 'ready')
  const home = path.join(dir, 'home')
  await mkdir(home)
  const env = {
    NODE_ENV: 'test',
    HOME: home,
    STORAGE_DIR: dir,
    REDIS_URL: redis.url,
    WORKER_SLOTS: String(slots),
    // What computes for ever is here ended by those who asked for it.
    STEP_CPU_SECONDS_MAX: '600',
    PDF_PAGE_CPU_SECONDS_MAX: '600',
    JOB_SECONDS_MAX: '600',
  }
  worker = await startService('vision-worker', { env, logFile: logFile(), onTrouble: () => {} })
})
afterAll(async () => {
  await worker?.stop()
  client?.disconnect()
  await redis?.stop()
  await rm(dir, { recursive: true, force: true })
})

const logFile = () => path.join(dir, 'worker.log')
const log = () => readFileSync(logFile(), 'utf8')

/** Gives the worker a photograph to ingest, as the gateway does. */
async function ask(): Promise<string> {
  const { jpeg } = await photographDocument({ seed: 43, width: 400, height: 300 })
  return askFor(openQueue('vision-ingest', client, { log: silent }), { bytes: jpeg, mime: 'image/jpeg' })
}

async function askFor(queue: Queue, { bytes, mime }: { bytes: Uint8Array; mime: string }): Promise<string> {
  const [stepId, ingestionId] = [randomUUID(), randomUUID()]
  await openStorage({ driver: 'filesystem', dir }).put(storageKeys.original(ingestionId), bytes, { mime })
  const original = { mime, bytes: bytes.length }
  const job = { step: 'ingest', stepId, ingestionId, requestId: 'test', original }
  await queue.add('ingest', job, { jobId: stepId })
  return stepId
}

/** The next outcome that reaches the gateway's queue. */
async function answer(): Promise<StepOutcome> {
  const results = openQueue(resultsQueue, client, { log: silent })
  return vi.waitFor(
    async () => {
      const [job] = await results.getJobs()
      const outcome = StepOutcome.parse(job?.data)
      await job!.remove()
      return outcome
    },
    { timeout: 30_000, interval: 100 },
  )
}

it('keeps a finished step until Redis takes its result', async () => {
  // A list that is no list: Redis refuses the result at once, and takes everything else.
  const list = `bull:${resultsQueue}:wait`
  await client.set(list, 'not a list')
  const stepId = await ask()
  await vi.waitFor(() => expect(log()).toContain('result not sent yet'), { timeout: 30_000 })
  await client.del(list)
  expect(await answer()).toMatchObject({ kind: 'ingest', stepId })
  expect(log()).not.toContain('job failed')
})

it.runIf(existsSync('/proc/self/environ'))('gives its cells none of what it knows itself', () => {
  const children = readFileSync(`/proc/${worker.pid}/task/${worker.pid}/children`, 'utf8').trim().split(' ')
  expect(children).toHaveLength(slots + 1)
  for (const pid of children) {
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((variable) => variable.split('=')[0])
    expect(names.filter(Boolean).toSorted()).toEqual([
      'MALLOC_ARENA_MAX',
      'ORT_DISABLE_TELEMETRY',
      'TZ',
      'VIPS_DISC_THRESHOLD',
    ])
  }
})

it('ends a step that nobody wants any more, and says so', async () => {
  const queue = openQueue('vision-heavy', client, { log: silent })
  const bytes = await endlessPdfs['a dash pattern']!()
  const stepId = await askFor(queue, { bytes, mime: 'application/pdf' })
  await vi.waitFor(async () => expect(await queue.getActiveCount()).toBe(1), { timeout: 30_000 })
  await withdrawJob(queue, client, stepId)
  expect(await answer()).toMatchObject({ kind: 'problem', code: 'not_found', stepId })
})

it('says in its log which warp kernel and which networks it has', () => {
  const idOf = (name: string) =>
    readFileSync(new URL(`../models/${name}.sha256`, import.meta.url), 'utf8').slice(0, 12)
  const [model, upright] = [idOf('corner-finder'), idOf('upright-finder')]
  expect(log()).toMatch(new RegExp(`"kernel":"(native|portable)","model":"${model}","upright":"${upright}"`))
})

it('tells the maker of its runtime nothing: there is no number under which it would', async () => {
  await ask()
  await answer()
  // ONNX Runtime keeps its number of the machine and what it has to send below the home folder.
  expect(readdirSync(path.join(dir, 'home'))).toEqual([])
  expect(log()).not.toMatch(/telemetry/i)
})
