import { resultsQueue, visionQueues, type VisionQueue } from '@equerre/contract/jobs'
import type { RenderPage } from '@equerre/contract/page-facts'
import { secretsOf } from '@equerre/platform/config'
import { createLog, type Log } from '@equerre/platform/log'
import { listen, openPostgres } from '@equerre/platform/postgres'
import { openQueue, openRedis, type Queue } from '@equerre/platform/queue'
import { cachedFor } from '@equerre/platform/cached-for'
import { openStorage, type Storage } from '@equerre/platform/storage'
import { EventEmitter, setMaxListeners } from 'node:events'
import { createOpenUploads, type OpenUploads } from './adapters/open-uploads.ts'
import { createPageRenderer } from './adapters/page-renderer.ts'
import { createQuotas, type Quotas } from './adapters/quotas.ts'
import { createRateLimiter, type RateLimiter } from './adapters/rate-limiter.ts'
import { readLaneWait } from './adapters/vision-lane.ts'
import type { GatewayConfig } from './config.ts'
import { countWaiting, summarizeUnpaid } from './store/dispatches.ts'
import type { GatewayDb, GatewaySchema } from './store/schema.ts'
import { stepsChannel } from './store/steps.ts'
import { isPaying } from './store/wallet.ts'

/** What is looked at with every request may be so old. */
const cacheMaxAgeMs = 1_000

export type Context = {
  readonly config: GatewayConfig
  readonly log: Log
  readonly db: GatewayDb
  readonly redis: ReturnType<typeof openRedis>
  readonly queues: Readonly<Record<VisionQueue, Queue>>
  /** What the workers report, to be measured. */
  readonly results: Queue
  readonly storage: Storage
  readonly rates: RateLimiter
  readonly cachedReads: CachedReads
  readonly openUploads: OpenUploads
  readonly quotas: Quotas
  readonly renderPage: RenderPage
  /** Emits a step's id when the step has ended somewhere; may miss some. */
  readonly stepEnds: EventEmitter
  /** Aborted at the word to stop: no new visitor should come here. */
  readonly draining: AbortController
  /** Aborted when the door closes: whoever waits answers at once. */
  readonly stopping: AbortController
  readonly close: () => Promise<void>
}

export function createContext(config: GatewayConfig): Context {
  const log = createLog('gateway', config.LOG_LEVEL, { secrets: secretsOf(config) })
  const connectionsMax = config.DATABASE_CONNECTIONS_MAX
  const db = openPostgres<GatewaySchema>(config.DATABASE_URL, { connectionsMax, log })
  const redis = openRedis(config.REDIS_URL, log)
  const queues = Object.fromEntries(
    visionQueues.map((name) => [name, openQueue(name, redis, { log })]),
  ) as Record<VisionQueue, Queue>
  const results = openQueue(resultsQueue, redis, { log })
  const stepEnds = new EventEmitter()
  const [draining, stopping] = [new AbortController(), new AbortController()]
  // One waiter per waiting request, which the in-flight window bounds per principal only.
  stepEnds.setMaxListeners(0)
  setMaxListeners(0, stopping.signal)
  const onNotify = (stepId: string) => stepEnds.emit(stepId)
  const notices = listen(config.DATABASE_URL, { channel: stepsChannel, log, onNotify })
  const close = async () => {
    await notices.close()
    await Promise.all([...Object.values(queues), results].map((queue) => queue.close()))
    redis.disconnect()
    await db.destroy()
  }
  const storage = openStorage(config.storage, config.limits.uploadMemoryBytesMax)
  const rates = createRateLimiter(redis, config.limits)
  const renderPage = createPageRenderer(config.WEB_DIR)
  const cachedReads = createCachedReads(db, queues)
  const openUploads = createOpenUploads()
  const quotas = createQuotas(redis)
  return {
    config,
    log,
    db,
    redis,
    queues,
    results,
    storage,
    rates,
    cachedReads,
    openUploads,
    quotas,
    renderPage,
    stepEnds,
    draining,
    stopping,
    close,
  }
}

type CachedReads = ReturnType<typeof createCachedReads>

/** How much there is to do, looked at once a second at most for each subject, so that a request costs no look of its own. */
function createCachedReads(db: GatewayDb, queues: Context['queues']) {
  return {
    lane: cachedFor(cacheMaxAgeMs, (lane: VisionQueue) => readLaneWait(queues[lane])),
    /** By the widest network. */
    unpaidOf: cachedFor(cacheMaxAgeMs, (network: string) => summarizeUnpaid(db, network)),
    waitingOf: cachedFor(cacheMaxAgeMs, async (ownerId: string) => ({
      count: await countWaiting(db, ownerId),
    })),
    isPaying: cachedFor(cacheMaxAgeMs, (wallet: string) => isPaying(db, wallet)),
  }
}
