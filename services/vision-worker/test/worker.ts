import { resultsQueue, storageKeys, StepOutcome, VisionJob, type VisionQueue } from '@equerre/contract/jobs'
import { startRedis } from '@equerre/local/servers/redis'
import { startService } from '@equerre/local/service'
import { createLog } from '@equerre/platform/log'
import { openQueue, openRedis } from '@equerre/platform/queue'
import { openStorage } from '@equerre/platform/storage'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { vi } from 'vitest'

const keys = `test:${Buffer.alloc(32, 1).toString('base64')}`
const silent = createLog('test', 'silent')

type Settings = {
  /** Where to create its folder. */
  readonly runDir: string
  readonly env: Readonly<Record<string, string>>
  /** The command to start its process, if not the usual one. */
  readonly command?: readonly [string, ...string[]]
}

type File = { readonly bytes: Uint8Array; readonly mime: string }

export type Worker = Awaited<ReturnType<typeof openWorker>>

/** A worker in a process of its own, with its own Redis and folder; the test takes the gateway's place at its queues. */
export async function openWorker({ runDir, env, command }: Settings) {
  const dir = await mkdtemp(path.join(runDir, 'worker-'))
  const redis = await startRedis({
    dir: path.join(dir, 'redis'),
    password: 'worker-process',
    logFile: path.join(dir, 'redis.log'),
  })
  const client = openRedis(redis.url, silent)
  await once(client, 'ready')
  const [home, logFile] = [path.join(dir, 'home'), path.join(dir, 'worker.log')]
  await mkdir(home)
  const own = { NODE_ENV: 'test', HOME: home, STORAGE_DIR: dir, PDF_PASSWORD_KEYS: keys }
  const all = { ...own, REDIS_URL: redis.url, ...env }
  const options = { env: all, logFile, onTrouble: () => {} }
  const service = await startService('vision-worker', command ? { ...options, command } : options)
  const storage = openStorage({ driver: 'filesystem', dir })
  const results = openQueue(resultsQueue, client, { log: silent })
  const queueOf = (lane: VisionQueue) => openQueue(lane, client, { log: silent })

  return {
    client,
    home,
    storage,
    queueOf,
    log: () => readFileSync(logFile, 'utf8'),
    cells: () => readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' '),
    upload: async ({ bytes, mime }: File) => {
      const ingestionId = randomUUID()
      await storage.put(storageKeys.original(ingestionId), bytes, { mime })
      return { ingestionId, requestId: 'test', original: { mime, bytes: bytes.length } }
    },
    /** Queues a step for it, as the gateway does. @returns the step's id */
    ask: async (lane: VisionQueue, step: object): Promise<string> => {
      const job = VisionJob.parse({ ...step, stepId: randomUUID() })
      await queueOf(lane).add(job.step, job, { jobId: job.stepId })
      return job.stepId
    },
    /** The next outcome to reach the gateway's queue. */
    answer: (): Promise<StepOutcome> =>
      vi.waitFor(
        async () => {
          const [job] = await results.getJobs()
          const outcome = StepOutcome.parse(job?.data)
          await job!.remove()
          return outcome
        },
        { timeout: 60_000, interval: 100 },
      ),
    close: async () => {
      await service.stop()
      client.disconnect()
      await redis.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
