import { DelayedError, Queue, QueueKeys, Worker, type Job } from 'bullmq'
import { Redis, type RedisOptions } from 'ioredis'
import type { Log } from './log.ts'
import { counter, gauge, seconds } from './metrics.ts'

export type { Job, Queue } from 'bullmq'
export type { Redis } from 'ioredis'

/** A dead worker is noticed after `lockMs`, and its job goes to another within `stalledCheckMs` more: 15 s in all. */
const lockMs = 10_000
const stalledCheckMs = 5_000
/**
 * A connection that owes an answer for this long is replaced: its peer may be gone without a word. Locks are renewed every
 * `lockMs / 2`, so a job whose connection falls silent in between still keeps its lock.
 */
const silentMs = 4_000
/** Waiting for jobs, BullMQ lets Redis say nothing for up to 10 s, on a connection of its own. */
const blockingSilentMs = 15_000
/** How often an idle connection is tried. */
const pingEveryMs = 10_000
const connectionOptions = {
  connectTimeout: 2_000,
  socketTimeout: silentMs,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
}
/** How often a worker checks whether its jobs were withdrawn or others wait, and how long the mark of a withdrawn job is kept. */
const lookEveryMs = 500
const unwantedSeconds = 300
/** Places a job behind all others, whatever its priority was. */
export const lastPriority = 2_000_000
/** How long a job that gave way stays out of its queue: longer each time, up to `awayTimesMost` times as long. */
const awayMs = 5_000
const awayTimesMost = 12
/** A postponed one comes back sooner: what it needs may be there again at any moment. */
const postponedTimesMost = 3

const jobSeconds = seconds('job_duration_seconds', 'Time that workers spend on a job, by queue and outcome', [
  'queue',
  'outcome',
])
const jobWaitSeconds = seconds('job_wait_seconds', 'Time from adding a job to its start', ['queue'])
const jobsStalled = counter('jobs_stalled_total', 'Jobs whose worker was lost', ['queue'])
const queueJobs = gauge('queue_jobs', 'Jobs of a queue, by state', ['queue', 'state'])
const queueOldestSeconds = gauge(
  'queue_oldest_seconds',
  'Age of the oldest job among the next one without and the next one with a priority',
  ['queue'],
)

/** A connection for commands that must fail fast rather than wait for Redis to come back. */
export function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    ...connectionOptions,
    commandTimeout: 5_000,
    lazyConnect: true,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'redis connection'))
  const asking = setInterval(() => ask(redis), pingEveryMs).unref()
  redis.once('end', () => clearInterval(asking))
  void redis.connect().catch(() => {})
  return redis
}

/**
 * The sending end of a queue. A job is removed once done; a failed one is kept for an hour, for whoever investigates.
 * @param attempts how often BullMQ itself tries a job; the pause between attempts starts at half a second and doubles
 */
export function openQueue(name: string, redis: Redis, { log, attempts = 1 }: QueueOptions): Queue {
  const queue = new Queue(name, {
    connection: redis,
    // The check runs once, at the start. If Redis failed at that moment, the queue would reject every job for ever.
    skipVersionCheck: true,
    // Without Redis its calls fail at once, also before it was ever there, instead of holding up whoever asks.
    skipWaitingForReady: true,
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: true,
      removeOnFail: { age: 3_600 },
    },
  })
  queue.on('error', (error) => log.warn({ err: error, queue: name }, 'queue'))
  return queue
}

type QueueOptions = { readonly log: Log; readonly attempts?: number }

type WorkerOptions = {
  readonly queue: string
  readonly redisUrl: string
  readonly concurrency: number
  readonly log: Log
  /** Throws if the job should count as failed. */
  readonly handle: (data: unknown, watch: Watch) => Promise<void>
}

/** What a worker is told about its job while it runs. */
export type Watch = {
  /** Aborts when the job is withdrawn. */
  readonly unwanted: AbortSignal
  /** Whether the job has a priority, so that others go before it, and others wait: in its queue or, as told here, elsewhere. */
  readonly blocks: (elsewhere?: boolean) => boolean
}

/** Thrown by the handler of a job: the job is retried after all others. */
export class GaveWay extends Error {
  override name = 'GaveWay' as const
}

/** Thrown by the handler of a job: something that it needs is away, so it is retried in a while, for which nobody counts. */
export class Postponed extends Error {
  override name = 'Postponed' as const
}

/** A worker's connection: its commands wait for Redis instead of failing. BullMQ duplicates it to wait for jobs. */
class WorkerConnection extends Redis {
  /** The duplicate, which has nothing to say while every job that may run is at work. */
  waiting: Redis | null = null

  constructor(url: string) {
    super(url, { ...connectionOptions, maxRetriesPerRequest: null })
  }

  override duplicate(options?: Partial<RedisOptions>): Redis {
    this.waiting = super.duplicate({ ...options, socketTimeout: blockingSilentMs })
    return this.waiting
  }
}

/** An unanswered question ends the connection: see `socketTimeout`. */
function ask(redis: Redis | null): void {
  if (redis?.status === 'ready') redis.ping().catch(() => {})
}

/**
 * Resolves once a connection is not between two attempts to connect. Told to end there, ioredis never says that it has, and BullMQ
 * would wait for that for ever.
 */
async function leaveReconnecting(redis: Redis | null): Promise<void> {
  if (redis?.status === 'reconnecting') await new Promise((resolve) => redis.once('connecting', resolve))
}

/**
 * The receiving end of a queue; it begins once Redis answers, without holding up its caller. `close()` accepts no new jobs and
 * waits for the running ones, unless Redis is away: then they count as lost.
 */
export function startWorker(options: WorkerOptions): { close: () => Promise<void> } {
  const { queue, log } = options
  const connection = new WorkerConnection(options.redisUrl)
  connection.on('error', (error) => log.warn({ err: error, queue }, 'redis connection'))
  const atWork = new Map<string, AbortController>()
  const work = async (job: Job, token?: string) => {
    const { data, timestamp, id = '' } = job
    jobWaitSeconds.observe({ queue }, Math.max(0, Date.now() - timestamp) / 1_000)
    const end = jobSeconds.startTimer({ queue })
    const unwanted = new AbortController()
    atWork.set(id, unwanted)
    const blocks = (elsewhere = false) => (elsewhere || watch.othersWait()) && (job.opts.priority ?? 0) > 0
    try {
      await options.handle(data, { unwanted: unwanted.signal, blocks })
      end({ outcome: 'done' })
    } catch (error) {
      end({ outcome: outcomeOf(error) })
      if (error instanceof GaveWay) await job.changePriority({ priority: lastPriority })
      if (error instanceof GaveWay) await putBack(job, token, awayTimesMost)
      if (error instanceof Postponed) await putBack(job, token, postponedTimesMost)
      throw error
    } finally {
      atWork.delete(id)
    }
  }
  const worker = new Worker(queue, work, {
    connection,
    concurrency: options.concurrency,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: 1,
  })
  worker.on('error', (error) => log.warn({ err: error, queue }, 'worker'))
  worker.on('failed', (job, error) => log.error({ err: error, queue, jobId: job?.id }, 'job failed'))
  // A counter that appears at one shows no increase, so it starts at zero.
  jobsStalled.inc({ queue }, 0)
  worker.on('stalled', () => jobsStalled.inc({ queue }))
  const watch = watchQueue(connection, worker, atWork)
  const asking = setInterval(() => ask(connection.waiting), pingEveryMs)
  let closing = false
  worker.waitUntilReady().catch((error: unknown) => {
    // Redis answered, and refused us. BullMQ never tries again, so the process must end.
    if (!closing) throw error
  })
  return {
    close: async () => {
      closing = true
      await leaveReconnecting(connection.waiting)
      await worker.close(connection.status !== 'ready')
      watch.stop()
      clearInterval(asking)
      connection.disconnect()
    },
  }
}

/** Polls Redis while jobs run: which of them have been withdrawn, and whether others wait. */
function watchQueue(redis: Redis, queue: Pick<Queue, 'toKey'>, atWork: ReadonlyMap<string, AbortController>) {
  let othersWait = false
  const timer = setInterval(() => {
    if (atWork.size === 0) return
    endUnwanted(redis, queue, atWork)
    void countWaiting(redis, queue).then(
      (count) => (othersWait = count > 0),
      () => {},
    )
  }, lookEveryMs)
  return { othersWait: () => othersWait, stop: () => clearInterval(timer) }
}

function endUnwanted(
  redis: Redis,
  queue: Pick<Queue, 'toKey'>,
  atWork: ReadonlyMap<string, AbortController>,
): void {
  for (const [id, unwanted] of atWork) {
    redis.exists(unwantedKey(queue, id)).then(
      (marked) => marked && unwanted.abort(),
      () => {},
    )
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof GaveWay) return 'gave way'
  return error instanceof Postponed ? 'postponed' : 'failed'
}

/** @throws DelayedError, which tells BullMQ that the job is back in its queue */
async function putBack(job: Job, token: string | undefined, timesMost: number): Promise<never> {
  await job.moveToDelayed(Date.now() + awayMs * Math.min(job.attemptsStarted, timesMost), token)
  throw new DelayedError()
}

async function countWaiting(redis: Redis, queue: Pick<Queue, 'toKey'>): Promise<number> {
  const [listed, others] = await Promise.all([
    redis.llen(queue.toKey('wait')),
    redis.zcard(queue.toKey('prioritized')),
  ])
  return listed + others
}

/** Whether no job of a queue waits for a worker. */
export async function isQueueEmpty(redis: Redis, name: string): Promise<boolean> {
  return (await countWaiting(redis, { toKey: (type) => new QueueKeys().toKey(name, type) })) === 0
}

/** Has the prefix of the job's own key, so that the same Redis permissions cover both. */
function unwantedKey(queue: Pick<Queue, 'toKey'>, jobId: string): string {
  return `${queue.toKey(jobId)}:unwanted`
}

/**
 * Removes a job from its queue; if a worker has it already, tells that worker that it is no longer wanted.
 * @returns how many seconds the worker has spent on it
 */
export async function withdrawJob(queue: Queue, redis: Redis, jobId: string): Promise<number> {
  if ((await queue.remove(jobId)) === 1) return 0
  await redis.set(unwantedKey(queue, jobId), '1', 'EX', unwantedSeconds)
  const begunAt = (await queue.getJob(jobId))?.processedOn
  return begunAt === undefined ? 0 : (Date.now() - begunAt) / 1_000
}

/** The states of a job between being added and being done. */
const measuredStates = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const

/** Sets the gauges of a queue; if Redis does not answer, they are removed rather than left stale. */
export async function measureQueue(queue: Queue): Promise<void> {
  const { name } = queue
  for (const state of measuredStates) queueJobs.remove({ queue: name, state })
  queueOldestSeconds.remove({ queue: name })
  const [counts, ...heads] = await Promise.all([
    queue.getJobCounts(...measuredStates),
    queue.getJobs(['waiting'], 0, 0, true),
    queue.getPrioritized(0, 0),
  ])
  for (const state of measuredStates) queueJobs.set({ queue: name, state }, counts[state] ?? 0)
  const oldest = Math.min(Date.now(), ...heads.flat().map(({ timestamp }) => timestamp))
  queueOldestSeconds.set({ queue: name }, (Date.now() - oldest) / 1_000)
}
