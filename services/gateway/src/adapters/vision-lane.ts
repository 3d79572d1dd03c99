import type { FetchJob } from '@equerre/contract/courier'
import type { VisionJob } from '@equerre/contract/jobs'
import type { Queue } from '@equerre/platform/queue'

/**
 * How long a lane's next paid step has waited, and its next unpaid one, with its rank. In BullMQ, paid steps wait in the list
 * `wait` and unpaid ones in the sorted set `prioritized`, which workers look at only when the list is empty.
 */
type LaneWait = {
  readonly paidMs: number
  readonly unpaid: { readonly ms: number; readonly rank: number } | null
}

/** Promoted unpaid steps are in the list too, one for every fourth paid step; among this many, at least one is paid. */
const sampleSize = 10

/** Adds a job unless the lane still holds one with its id. @param rank null for paid steps, otherwise from 1, the first */
export async function addToLane(lane: Queue, job: VisionJob | FetchJob, rank: number | null): Promise<void> {
  await lane.add(job.step, job, { jobId: job.stepId, ...(rank !== null && { priority: rank }) })
}

/** Moves the next unpaid step behind the paid ones waiting now, and so ahead of those that come later. */
export async function promoteUnpaid(lane: Queue): Promise<void> {
  const [next] = await lane.getPrioritized(0, 0)
  await next?.changePriority({ priority: 0 })
}

export async function readLaneWait(lane: Queue): Promise<LaneWait> {
  const [listed, [next]] = await Promise.all([
    lane.getJobs(['waiting'], 0, sampleSize - 1, true),
    lane.getPrioritized(0, 0),
  ])
  const ageMs = ({ timestamp }: { timestamp: number }) => Math.max(0, Date.now() - timestamp)
  const paid = listed.find(({ opts }) => !opts.priority)
  return { paidMs: paid ? ageMs(paid) : 0, unpaid: next ? { ms: ageMs(next), rank: next.priority } : null }
}
