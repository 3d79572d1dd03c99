import { addressPurpose, CourierReport, courierResultsQueue, type FetchJob } from '@equerre/contract/courier'
import { DeliveryOutcome, deliveryResultsQueue, type DeliveryJob } from '@equerre/contract/deliveries'
import { storageKeys } from '@equerre/contract/jobs'
import { startRedis } from '@equerre/local/servers/redis'
import { redisPasswords } from '@equerre/local/state-folder'
import { openQueue, openRedis, type Queue } from '@equerre/platform/queue'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { createGuard, type ResolveName } from '../src/adapters/guarded-request.ts'
import { readCourierConfig } from '../src/config.ts'
import { createContext, type Context } from '../src/context.ts'
import { deliver } from '../src/flow/deliver.ts'
import { fetchFile } from '../src/flow/fetch-file.ts'

const ring = `k:${Buffer.alloc(32).toString('base64')}`

/** What became of one address: the report, and the file in the storage. */
type Fetched = { readonly report: CourierReport; readonly file: Buffer | null }

export type Bench = {
  readonly ctx: Context
  readonly fetch: (address: string, resolve?: ResolveName) => Promise<Fetched>
  /** What is reported of a delivery; null if nothing is. */
  readonly deliver: (url: string, job?: Partial<DeliveryJob>) => Promise<DeliveryOutcome | null>
  readonly close: () => Promise<void>
}

/** The courier’s flows on a Redis and a storage of their own. @param env overrides its variables */
export async function openBench(env: Readonly<Record<string, string>> = {}): Promise<Bench> {
  const { runDir, secrets } = inject('servers')
  const dir = mkdtempSync(path.join(runDir, 'courier-'))
  const redis = await startRedis({
    dir: path.join(dir, 'redis'),
    password: secrets.redis,
    users: redisPasswords(secrets),
    logFile: path.join(dir, 'redis.log'),
  })
  const config = readCourierConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    REDIS_URL: redis.urlOf('courier'),
    STORAGE: 'filesystem',
    STORAGE_DIR: path.join(dir, 'objects'),
    COURIER_KEYS: ring,
    ...env,
  })
  const ctx = createContext(config)
  const gateway = openRedis(redis.urlOf('gateway'), ctx.log)
  const outcomes = openQueue(deliveryResultsQueue, gateway, { log: ctx.log })
  const reports = openQueue(courierResultsQueue, gateway, { log: ctx.log })
  for (const each of [ctx.redis, gateway]) if (each.status !== 'ready') await once(each, 'ready')
  return {
    ctx,
    fetch: async (address, resolve) => {
      const guard = resolve ? createGuard(config.allowedNetworks, resolve) : ctx.guard
      const job = jobOf(ctx, address)
      await fetchFile({ ...ctx, guard }, job, new AbortController().signal)
      return {
        report: await takeReport(reports),
        file: await ctx.storage.read(storageKeys.original(job.ingestionId)),
      }
    },
    deliver: async (url, changed) => {
      await deliver(ctx, deliveryOf(ctx, url, changed))
      const [job] = await outcomes.getJobs(['waiting'])
      await job?.remove()
      return job ? DeliveryOutcome.parse(job.data) : null
    },
    close: async () => {
      await outcomes.close()
      await reports.close()
      gateway.disconnect()
      await ctx.close()
      await redis.stop()
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function deliveryOf({ ring: keys }: Context, url: string, changed: Partial<DeliveryJob> = {}): DeliveryJob {
  const deliveryId = randomUUID()
  return {
    deliveryId,
    attemptToken: randomUUID(),
    address: keys.seal(url, addressPurpose(deliveryId)),
    headers: { 'content-type': 'application/json', 'webhook-id': deliveryId },
    body: '{"type":"webhook.test"}',
    secondsMax: 1,
    answerBytesMax: 20,
    notAfterMs: Date.now() + 60_000,
    ...changed,
  }
}

function jobOf({ ring: keys }: Context, address: string): FetchJob {
  const ingestionId = randomUUID()
  return {
    step: 'fetch',
    stepId: randomUUID(),
    attemptToken: randomUUID(),
    ingestionId,
    requestId: 'r',
    address: keys.seal(address, addressPurpose(ingestionId)),
  }
}

/** The report that was sent, which is taken as the gateway would. */
async function takeReport(reports: Queue): Promise<CourierReport> {
  const [job] = await reports.getJobs(['waiting'])
  await job?.remove()
  return CourierReport.parse(job?.data)
}
