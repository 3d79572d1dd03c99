import { VisionJob, resultsQueue, type VisionQueue } from '@equerre/contract/jobs'
import type { Log } from '@equerre/platform/log'
import { openQueue, openRedis, startWorker } from '@equerre/platform/queue'
import type { Settings } from '../context.ts'
import { openSlots, type Slots } from './slots.ts'

export type LaneOptions = {
  readonly redisUrl: string
  readonly queues: readonly VisionQueue[]
  /** Slots of the normal lanes, which they share. */
  readonly slots: number
  readonly secondsMax: number
  readonly log: Log
}

/** A result that the gateway cannot write down at once is worth a minute of tries: the work is done. */
const recordAttempts = 8
/** A job on the heavy lane may take twice the memory, so a process does one at a time. */
const heavySlots = 1

/** Serves the lanes: every job runs in a slot, and its outcome goes to the gateway. */
export async function startLanes(
  settings: Settings,
  options: LaneOptions,
): Promise<{ close: () => Promise<void> }> {
  const { redisUrl, log, secondsMax } = options
  const redis = openRedis(redisUrl, log)
  const results = openQueue(resultsQueue, redis, { log, attempts: recordAttempts })
  const pools = openPools(settings, options)
  const handle = (slots: Slots) => async (data: unknown) => {
    const { stepId, step, requestId } = VisionJob.parse(data)
    const outcome = await slots.run(data)
    await results.add(outcome.kind, outcome)
    const refusal = outcome.kind === 'problem' ? { code: outcome.code, reason: outcome.reason } : {}
    log.info({ stepId, step, requestId, ...refusal }, 'step done')
  }
  const workers = await Promise.all(
    pools.flatMap(({ slots, count, queues }) =>
      queues.map((queue) => startWorker({ queue, redisUrl, concurrency: count, log, handle: handle(slots) })),
    ),
  )
  log.info({ queues: options.queues, slots: options.slots, secondsMax }, 'lanes open')
  return {
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all(pools.map(({ slots }) => slots.close()))
      await results.close()
      redis.disconnect()
    },
  }
}

/** One pool of slots for the normal lanes together, one for the heavy lane; none for lanes that are not served. */
function openPools(settings: Settings, { queues, slots, secondsMax }: LaneOptions) {
  const heavy = queues.filter((queue) => queue === 'vision-heavy')
  const normal = queues.filter((queue) => queue !== 'vision-heavy')
  return [
    { queues: normal, count: slots },
    { queues: heavy, count: heavySlots },
  ]
    .filter((pool) => pool.queues.length > 0)
    .map((pool) => ({ ...pool, slots: openSlots(settings, { count: pool.count, secondsMax }) }))
}
