import { DelayedError, Queue, Worker, type Job } from 'bullmq'
import { Redis } from 'ioredis'
import type { Log } from './log.ts'
import { counter, gauge, seconds } from './metrics.ts'

export type { Job, Queue } from 'bullmq'
export type { Redis } from 'ioredis'

/** A worker that died is noticed after `lockMs` and its job given away within `stalledCheckMs` more: 15 s in all. */
const lockMs = 10_000
const stalledCheckMs = 5_000
/** How soon whoever works on a job hears that nobody wants it or that others wait, and how long the first is to be heard. */
const lookEveryMs = 500
const unwantedSeconds = 300
/** Behind all others, whatever place a job had before. */
export const lastPriority = 2_000_000
/** For how long a job that gave way stays out of its queue, more each time. */
const awayMs = 5_000
const awayTimesMost = 12

const jobSeconds = seconds('job_duration_seconds', 'Jobs of a queue while a worker has them', [
  'queue',
  'outcome',
])
const jobWaitSeconds = seconds('job_wait_seconds', 'From the adding of a job to its start', ['queue'])
const jobsStalled = counter('jobs_stalled_total', 'Jobs whose worker was lost', ['queue'])
const queueJobs = gauge('queue_jobs', 'Jobs of a queue, by state', ['queue', 'state'])
const queueOldestSeconds = gauge(
  'queue_oldest_seconds',
  'Age of the job that is next, or of the next that has a priority',
  ['queue'],
)

/** A connection for commands that must fail fast rather than wait for Redis to come back. */
export function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    commandTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    lazyConnect: true,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'redis connection'))
  void redis.connect().catch(() => {})
  return redis
}

/**
 * The sending end of a queue. A job is gone once done; a failed one stays an hour, for whoever looks after it.
 * @param attempts how often BullMQ itself runs a job that fails, the pause doubling from half a second
 */
export function openQueue(name: string, redis: Redis, { log, attempts = 1 }: QueueOptions): Queue {
  const queue = new Queue(name, {
    connection: redis,
    // The check is one command at the start. Should Redis blink then, the queue would refuse every job for ever.
    skipVersionCheck: true,
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
  /** Throws when the work should count as failed. */
  readonly handle: (data: unknown, watch: Watch) => Promise<void>
}

/** What happens around a job while somebody works on it. */
export type Watch = {
  /** Nobody wants it any more. */
  readonly unwanted: AbortSignal
  /** Whether it has a priority, and with it less of a right than others, and others wait for it to end. */
  readonly blocks: () => boolean
}

/** Thrown by who works on a job: it comes again, after all others. */
export class GaveWay extends Error {
  override name = 'GaveWay' as const
}

/** The receiving end of a queue. `close()` takes no new job and waits for the running ones. */
export async function startWorker(options: WorkerOptions): Promise<{ close: () => Promise<void> }> {
  const { queue, log } = options
  // BullMQ blocks on this connection, so commands wait for Redis for ever instead of failing.
  const connection = new Redis(options.redisUrl, {
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  })
  connection.on('error', (error) => log.warn({ err: error, queue }, 'redis connection'))
  const atWork = new Map<string, AbortController>()
  let othersWait = false
  const work = async (job: Job, token?: string) => {
    const { data, timestamp, id = '' } = job
    jobWaitSeconds.observe({ queue }, Math.max(0, Date.now() - timestamp) / 1_000)
    const end = jobSeconds.startTimer({ queue })
    const unwanted = new AbortController()
    atWork.set(id, unwanted)
    const blocks = () => othersWait && (job.opts.priority ?? 0) > 0
    try {
      await options.handle(data, { unwanted: unwanted.signal, blocks })
      end({ outcome: 'done' })
    } catch (error) {
      const gaveWay = error instanceof GaveWay
      end({ outcome: gaveWay ? 'gave way' : 'failed' })
      if (gaveWay) await putLast(job, token)
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
  // From nothing to one is no increase: the counter starts at zero.
  jobsStalled.inc({ queue }, 0)
  worker.on('stalled', () => jobsStalled.inc({ queue }))
  await worker.waitUntilReady()
  const looking = setInterval(() => {
    endUnwanted(connection, worker, atWork)
    if (atWork.size > 0)
      void countWaiting(connection, worker).then(
        (count) => (othersWait = count > 0),
        () => {},
      )
  }, lookEveryMs)
  return {
    close: async () => {
      await worker.close()
      clearInterval(looking)
      connection.disconnect()
    },
  }
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

/** @throws DelayedError, by which BullMQ knows that the job is in its hands again */
async function putLast(job: Job, token: string | undefined): Promise<never> {
  await job.changePriority({ priority: lastPriority })
  await job.moveToDelayed(Date.now() + awayMs * Math.min(job.attemptsStarted, awayTimesMost), token)
  throw new DelayedError()
}

async function countWaiting(redis: Redis, queue: Pick<Queue, 'toKey'>): Promise<number> {
  const [listed, others] = await Promise.all([
    redis.llen(queue.toKey('wait')),
    redis.zcard(queue.toKey('prioritized')),
  ])
  return listed + others
}

/** Beside the job itself, so that whoever may read the one may read the other. */
function unwantedKey(queue: Pick<Queue, 'toKey'>, jobId: string): string {
  return `${queue.toKey(jobId)}:unwanted`
}

/**
 * Takes a job from its queue; of one that somebody works on, tells that nobody wants it any more.
 * @returns for how many seconds somebody has worked on it
 */
export async function withdrawJob(queue: Queue, redis: Redis, jobId: string): Promise<number> {
  if ((await queue.remove(jobId)) === 1) return 0
  await redis.set(unwantedKey(queue, jobId), '1', 'EX', unwantedSeconds)
  const begunAt = (await queue.getJob(jobId))?.processedOn
  return begunAt === undefined ? 0 : (Date.now() - begunAt) / 1_000
}

/** Where a job is between being added and being done. */
const measuredStates = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const

/** Sets the gauges of a queue; none is left standing when Redis does not answer. */
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
