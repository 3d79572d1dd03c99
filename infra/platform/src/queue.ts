import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { Log } from './log.ts'

export type { Queue } from 'bullmq'
export type { Redis } from 'ioredis'

/** A worker that died is noticed after `lockMs` and its job given away within `stalledCheckMs` more: 15 s in all. */
const lockMs = 10_000
const stalledCheckMs = 5_000

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
  readonly handle: (data: unknown) => Promise<void>
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
  const worker = new Worker(queue, (job) => options.handle(job.data), {
    connection,
    concurrency: options.concurrency,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: 1,
  })
  worker.on('error', (error) => log.warn({ err: error, queue }, 'worker'))
  worker.on('failed', (job, error) => log.error({ err: error, queue, jobId: job?.id }, 'job failed'))
  await worker.waitUntilReady()
  return {
    close: async () => {
      await worker.close()
      connection.disconnect()
    },
  }
}
