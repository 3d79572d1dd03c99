import { courierResultsQueue } from '@equerre/contract/courier'
import { deliveriesQueue, deliveryResultsQueue } from '@equerre/contract/deliveries'
import { resultsQueue } from '@equerre/contract/jobs'
import type { RenderPage } from '@equerre/contract/page-facts'
import { secretsOf } from '@equerre/platform/config'
import { openKeyRing, type KeyRing } from '@equerre/platform/key-ring'
import { createLog, type Log } from '@equerre/platform/log'
import { listen, openPostgres } from '@equerre/platform/postgres'
import { openQueue, openRedis, type Queue } from '@equerre/platform/queue'
import { cachedFor } from '@equerre/platform/cached-for'
import { createTurns, type Turns } from '@equerre/platform/turns'
import { openStorage } from '@equerre/platform/storage'
import { watchStorage, type WatchedStorage } from '@equerre/platform/storage/watch'
import { EventEmitter, setMaxListeners } from 'node:events'
import { createOpenUploads, type OpenUploads } from './adapters/open-uploads.ts'
import { createPageRenderer } from './adapters/page-renderer.ts'
import { createQuotas, type Quotas } from './adapters/quotas.ts'
import { createRateLimiter, type RateLimiter } from './adapters/rate-limiter.ts'
import { readLaneWait } from './adapters/vision-lane.ts'
import type { GatewayConfig } from './config.ts'
import { lanes, type Lane } from './core/lanes.ts'
import { countOpen, summarizeUnpaid } from './store/dispatches.ts'
import type { GatewayDb, GatewaySchema } from './store/schema.ts'
import { stepsChannel } from './store/steps.ts'
import { readCustomer } from './store/principals.ts'

/** Data read for every request may be this old. */
const cacheMaxAgeMs = 1_000

export type Context = {
  readonly config: GatewayConfig
  readonly log: Log
  readonly db: GatewayDb
  readonly redis: ReturnType<typeof openRedis>
  readonly queues: Readonly<Record<Lane, Queue>>
  /** The workers' reports, and the courier's, of fetches and of deliveries; here only to be measured. */
  readonly results: readonly Queue[]
  /** Deliveries for the courier. */
  readonly deliveries: Queue
  readonly storage: WatchedStorage
  /** Seals the passwords of PDFs. */
  readonly passwordRing: KeyRing
  /** Seals the addresses that the courier fetches from, or delivers to. */
  readonly addressRing: KeyRing
  /** Seals the secrets of webhooks; null where there are none. */
  readonly webhookRing: KeyRing | null
  readonly rates: RateLimiter
  readonly cachedReads: CachedReads
  readonly openUploads: OpenUploads
  readonly quotas: Quotas
  /** One dispatch of a line at a time. */
  readonly turns: Turns
  readonly renderPage: RenderPage
  /** Emits a step's id when it has ended, in whatever process; may miss some. */
  readonly stepEnds: EventEmitter
  /** Aborted on the signal to stop, so that no new visitors are sent here. */
  readonly draining: AbortController
  /** Aborted when the server closes: waiting requests answer at once. */
  readonly stopping: AbortController
  readonly close: () => Promise<void>
}

export function createContext(config: GatewayConfig): Context {
  const log = createLog('gateway', config.LOG_LEVEL, { secrets: secretsOf(config) })
  const connectionsMax = config.DATABASE_CONNECTIONS_MAX
  const db = openPostgres<GatewaySchema>(config.DATABASE_URL, { connectionsMax, log })
  const redis = openRedis(config.REDIS_URL, log)
  const queues = Object.fromEntries(lanes.map((name) => [name, openQueue(name, redis, { log })])) as Record<
    Lane,
    Queue
  >
  const results = [resultsQueue, courierResultsQueue, deliveryResultsQueue].map((name) =>
    openQueue(name, redis, { log }),
  )
  const deliveries = openQueue(deliveriesQueue, redis, { log })
  const stepEnds = new EventEmitter()
  const [draining, stopping] = [new AbortController(), new AbortController()]
  // One listener per waiting request; their number is bounded only per principal.
  stepEnds.setMaxListeners(0)
  setMaxListeners(0, stopping.signal)
  const onNotify = (stepId: string) => stepEnds.emit(stepId)
  const notices = listen(config.DATABASE_URL, { channel: stepsChannel, log, onNotify })
  const close = async () => {
    await notices.close()
    const all = [...Object.values(queues), ...results, deliveries]
    await Promise.all(all.map((queue) => queue.close()))
    redis.disconnect()
    await db.destroy()
  }
  const storage = watchStorage(openStorage(config.storage, config.limits.uploadMemoryBytesMax), log)
  const rates = createRateLimiter(redis, config.limits.requestBurst)
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
    deliveries,
    storage,
    passwordRing: openKeyRing(config.PDF_PASSWORD_KEYS),
    addressRing: openKeyRing(config.COURIER_KEYS),
    webhookRing: config.WEBHOOK_SECRET_KEYS ? openKeyRing(config.WEBHOOK_SECRET_KEYS) : null,
    rates,
    cachedReads,
    openUploads,
    quotas,
    turns: createTurns(),
    renderPage,
    stepEnds,
    draining,
    stopping,
    close,
  }
}

type CachedReads = ReturnType<typeof createCachedReads>

/** The current load, read at most once a second per subject, so that requests do not each query it. */
function createCachedReads(db: GatewayDb, queues: Context['queues']) {
  return {
    lane: cachedFor(cacheMaxAgeMs, (lane: Lane) => readLaneWait(queues[lane])),
    /** Keyed by the widest network. */
    unpaidOf: cachedFor(cacheMaxAgeMs, (network: string) => summarizeUnpaid(db, network)),
    openOf: cachedFor(cacheMaxAgeMs, (ownerId: string) => countOpen(db, ownerId)),
    customer: cachedFor(cacheMaxAgeMs, (userId: string) => readCustomer(db, userId)),
  }
}
