import { VisionJob, resultsQueue, type StepOutcome, type VisionQueue } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import type { Log } from '@equerre/platform/log'
import { gauge, seconds } from '@equerre/platform/metrics'
import type { Watched } from '@equerre/platform/ops-door'
import { openQueue, openRedis, startWorker, type Queue, type Watch } from '@equerre/platform/queue'
import { currentTraceparent, inSpan, recordSpan } from '@equerre/platform/trace'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostServices } from '../cell/cell.ts'
import { residentBytesOf } from '../cell/meter.ts'
import type { CellFacts, Laps } from '../cell/messages.ts'
import { boundsOf, heavySpareCells } from '../config.ts'
import { openSlots, type Slots } from './slots.ts'

type LaneOptions = {
  readonly redisUrl: string
  readonly queues: readonly VisionQueue[]
  /** Slots of the normal lanes, which they share. */
  readonly slots: number
  readonly heavySlots: number
  readonly limits: Limits
  /** What steps get from outside of their cells. */
  readonly services: HostServices
  /** Whether steps show pictures to a developer. */
  readonly debug: boolean
  readonly log: Log
}

/** A result that the gateway cannot write down at once is worth a minute of tries: the work is done. */
const recordAttempts = 8
/** Finished work waits this long for a Redis that has gone, while BullMQ renews the job's lock. */
const sendTimeoutMs = 60_000
const sendPauseMs = 500

const stageSeconds = seconds('step_stage_seconds', 'What steps spend their time on', ['stage'])
const slotCount = gauge('worker_slots', 'Steps at once, of all the lanes that share the slots', ['queue'])
const cellsResident = gauge('cells_resident_memory_bytes', 'What the processes for steps hold together', [])

/** Serves the lanes: every job runs in a slot, and its outcome goes to the gateway. */
export async function startLanes(
  options: LaneOptions,
): Promise<Watched & { readonly facts: CellFacts; readonly close: () => Promise<void> }> {
  const { redisUrl, log } = options
  const redis = openRedis(redisUrl, log)
  const results = openQueue(resultsQueue, redis, { log, attempts: recordAttempts })
  const pools = await openPools(options)
  const handle = (slots: Slots) => async (data: unknown, watch: Watch) => {
    // What proves that we were given the job stays here: no decoder needs it.
    const { attemptToken, ...job } = VisionJob.parse(data)
    const { stepId, ingestionId, step, requestId, traceparent: parent } = job
    await inSpan({ name: `step ${step}`, parent, facts: { stepId, requestId } }, async () => {
      const { outcome, fault, cpuSeconds } = await slots.run(job, watch)
      const ours = { stepId, ingestionId, attemptToken, traceparent: currentTraceparent(), cpuSeconds }
      await send(results, { ...outcome, ...ours }, log)
      const refusal = outcome.kind === 'problem' ? { code: outcome.code, reason: outcome.reason } : {}
      log.info({ stepId, step, requestId, ...refusal }, 'step done')
      // The step has ended, for good; the job has failed, and tells whoever looks after the code.
      if (fault) throw fault
    })
  }
  const workers = await Promise.all(
    pools.flatMap(({ slots, count, queues }) =>
      queues.map((queue) => startWorker({ queue, redisUrl, concurrency: count, log, handle: handle(slots) })),
    ),
  )
  log.info({ queues: options.queues, slots: options.slots }, 'lanes open')
  return {
    facts: pools[0]!.slots.facts,
    needs: { redis: async () => (await redis.ping()) === 'PONG' },
    measure: async () => {
      const pids = pools.flatMap(({ slots }) => slots.pids())
      cellsResident.set(pids.reduce((sum, pid) => sum + residentBytesOf(pid), 0))
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all(pools.map(({ slots }) => slots.close()))
      await results.close()
      redis.disconnect()
    },
  }
}

function onLaps(laps: Laps): void {
  for (const { stage, startMs, endMs } of laps) {
    stageSeconds.observe({ stage }, (endMs - startMs) / 1_000)
    recordSpan(stage, { startMs, endMs })
  }
}

/** Sends an outcome until it has arrived; it may arrive twice, and counts once. */
async function send(results: Queue, outcome: StepOutcome, log: Log): Promise<void> {
  const deadlineMs = performance.now() + sendTimeoutMs
  for (;;) {
    try {
      await results.add(outcome.kind, outcome)
      return
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
      log.warn({ err: error, stepId: outcome.stepId }, 'result not sent yet; retrying')
      await sleep(sendPauseMs)
    }
  }
}

/** One pool of slots for the normal lanes together, one for the heavy lane; none for lanes that are not served. */
async function openPools({ queues, slots, heavySlots, ...options }: LaneOptions) {
  const heavy = queues.filter((queue) => queue === 'vision-heavy')
  const normal = queues.filter((queue) => queue !== 'vision-heavy')
  const wanted = [
    { queues: normal, count: slots, slot: 'normal' as const, spare: 0 },
    { queues: heavy, count: heavySlots, slot: 'heavy' as const, spare: heavySpareCells },
  ].filter((pool) => pool.queues.length > 0)
  return Promise.all(
    wanted.map(async (pool) => {
      for (const queue of pool.queues) slotCount.set({ queue }, pool.count)
      const bounds = boundsOf(pool.slot, options.limits)
      return {
        ...pool,
        slots: await openSlots({ ...options, bounds, count: pool.count, spare: pool.spare, onLaps }),
      }
    }),
  )
}
