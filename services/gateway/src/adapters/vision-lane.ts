import type { VisionJob } from '@equerre/contract/jobs'
import type { Queue } from '@equerre/platform/queue'

/**
 * How late a lane is: how long the next step of those who pay has waited, and the next of all others with its rank. A step
 * that waits stands in BullMQ's list `wait` when it was paid for and in its sorted set `prioritized` otherwise, which workers
 * look at when the list is empty.
 */
type LaneWait = {
  readonly paidMs: number
  readonly unpaid: { readonly ms: number; readonly rank: number } | null
}

/** Unpaid steps whose turn came stand in the list as well; as one comes with each fourth paid one, this many find one that is paid. */
const sampleSize = 10

/** Adds a job unless the lane still holds one of its id. @param rank null for those who pay, else from 1, the first */
export async function addToLane(lane: Queue, job: VisionJob, rank: number | null): Promise<void> {
  await lane.add(job.step, job, { jobId: job.stepId, ...(rank !== null && { priority: rank }) })
}

/** Puts the next unpaid step behind the paid ones that wait now, and so before those that come later. */
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
