import {
  bulkLanes,
  heavyLanes,
  sideLanes,
  VisionJob,
  resultsQueue,
  type StepOutcome,
  type VisionQueue,
} from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import type { KeyRing } from '@equerre/platform/key-ring'
import type { Log } from '@equerre/platform/log'
import { gauge, seconds } from '@equerre/platform/metrics'
import type { Watched } from '@equerre/platform/ops-door'
import { openQueue, openRedis, startWorker, type Watch } from '@equerre/platform/queue'
import { recordAttempts, sendReport } from '@equerre/platform/send-report'
import { currentTraceparent, inSpan, recordSpan } from '@equerre/platform/trace'
import type { HostServices } from '../cell/cell.ts'
import { residentBytesOf } from '../cell/meter.ts'
import { unused, type CellFacts, type Laps } from '../cell/messages.ts'
import { boundsOf, heavySpareCells, sideSlots } from '../config.ts'
import { createBulkTurns } from './bulk-turns.ts'
import { withOpenPassword } from './open-password.ts'
import { openSlots, type Slots } from './slots.ts'

type LaneOptions = {
  readonly redisUrl: string
  readonly queues: readonly VisionQueue[]
  /** Slots of the normal lanes, shared by all of them. */
  readonly slots: number
  readonly heavySlots: number
  readonly limits: Limits
  /** What steps may use outside their cells. */
  readonly services: HostServices
  /** Whether steps show intermediate pictures to a developer. */
  readonly debug: boolean
  /** Opens the passwords that jobs bring. */
  readonly passwordRing: KeyRing
  readonly log: Log
}

const stageSeconds = seconds('step_stage_seconds', 'Seconds that steps take, by stage', ['stage'])
const slotCount = gauge('worker_slots', 'Slots of the queue, which lanes may share', ['queue'])
const cellsResident = gauge('cells_resident_memory_bytes', 'Resident memory of all cells together', [])

/** Serves the lanes: every job runs in a slot, and its outcome goes to the gateway. */
export async function startLanes(
  options: LaneOptions,
): Promise<Watched & { readonly facts: CellFacts; readonly close: () => Promise<void> }> {
  const { redisUrl, passwordRing, log } = options
  const redis = openRedis(redisUrl, log)
  const results = openQueue(resultsQueue, redis, { log, attempts: recordAttempts })
  const pools = await openPools(options)
  const bulk = createBulkTurns(redis)
  const handle =
    ({ slots, queues }: Pool, queue: VisionQueue) =>
    async (data: unknown, watch: Watch) => {
      // Both side lanes may share one slot, and what each does takes long: its steps give way to the other's too.
      const isBulk = bulkLanes.includes(queue)
      const blocks = () => watch.blocks((isBulk || sideLanes.includes(queue)) && slots.isAwaited())
      const single = queues.filter((each) => !bulkLanes.includes(each))
      // The token that proves we were given the job stays here: no decoder needs it.
      const { attemptToken, ...job } = VisionJob.parse(data)
      const { stepId, ingestionId, step, requestId, traceparent: parent } = job
      await inSpan({ name: `step ${step}`, parent, facts: { stepId, requestId } }, async () => {
        const { outcome, fault, cpuSeconds } = await slots.run(withOpenPassword(job, passwordRing), {
          ...watch,
          blocks,
          ...(isBulk && { isItsTurn: bulk.isItsTurn(slots, single) }),
        })
        if (!isBulk) bulk.noteSingle(slots)
        const ours = { stepId, ingestionId, attemptToken, traceparent: currentTraceparent(), cpuSeconds }
        const report: StepOutcome = { ...outcome, ...ours }
        await sendReport(results, report, log)
        const refusal = outcome.kind === 'problem' ? { code: outcome.code, reason: outcome.reason } : {}
        log.info({ stepId, step, requestId, ...refusal }, 'step done')
        // The step has ended for good, but the job fails, which alerts the maintainers.
        if (fault) throw fault
      })
    }
  const workers = pools.flatMap((pool) =>
    pool.queues.map((queue) =>
      startWorker({ queue, redisUrl, concurrency: pool.count, log, handle: handle(pool, queue) }),
    ),
  )
  log.info({ queues: options.queues, slots: options.slots }, 'lanes open')
  return {
    facts: factsOf(pools.map((pool) => pool.slots.facts)),
    needs: { redis: async () => (await redis.ping()) === 'PONG' },
    measure: async () => {
      const pids = pools.flatMap(({ slots }) => slots.pids())
      cellsResident.set(pids.reduce((sum, pid) => sum + residentBytesOf(pid), 0))
    },
    close: async () => {
      bulk.close()
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all(pools.map(({ slots }) => slots.close()))
      await results.close()
      redis.disconnect()
    },
  }
}

/** Of each network, what those cells say that use it. */
function factsOf(all: readonly CellFacts[]): CellFacts {
  const [first, ...others] = all
  const ofNetwork = (name: 'model' | 'upright' | 'bend' | 'text') =>
    all.map((facts) => facts[name]).find((id) => id !== unused) ?? unused
  if (first === undefined || others.length === 0) return first!
  return {
    ...first,
    model: ofNetwork('model'),
    upright: ofNetwork('upright'),
    bend: ofNetwork('bend'),
    text: ofNetwork('text'),
  }
}

function onLaps(laps: Laps): void {
  for (const { stage, startMs, endMs } of laps) {
    stageSeconds.observe({ stage }, (endMs - startMs) / 1_000)
    recordSpan(stage, { startMs, endMs })
  }
}

type Pool = { readonly slots: Slots; readonly queues: readonly VisionQueue[] }

/**
 * One pool of slots shared by the normal lanes, one for the heavy lane and one for the side lanes, each with the lane of batches that uses
 * the same; none for lanes not served.
 */
async function openPools({ queues, slots, heavySlots, ...options }: LaneOptions) {
  const heavy = queues.filter((queue) => heavyLanes.includes(queue))
  const side = queues.filter((queue) => sideLanes.includes(queue))
  const normal = queues.filter((queue) => !heavyLanes.includes(queue) && !sideLanes.includes(queue))
  const wanted = [
    { queues: normal, count: slots, slot: 'normal' as const, spare: 0, reads: false },
    { queues: heavy, count: heavySlots, slot: 'heavy' as const, spare: heavySpareCells, reads: false },
    // Apart from the others, so that nobody waits for a page because of what is made of finished ones.
    { queues: side, count: sideSlots, slot: 'normal' as const, spare: 0, reads: true },
  ].filter((pool) => pool.queues.length > 0)
  return Promise.all(
    wanted.map(async (pool) => {
      for (const queue of pool.queues) slotCount.set({ queue }, pool.count)
      const bounds = boundsOf(pool.slot, options.limits)
      return {
        ...pool,
        slots: await openSlots({ ...options, ...pool, bounds, onLaps }),
      }
    }),
  )
}
