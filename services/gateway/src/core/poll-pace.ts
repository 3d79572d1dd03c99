/** Share of a caller's requests that polling its jobs may take; the rest is for new work. */
const pollShare = 1 / 2
/** A job whose lane is late is asked for this often while it waits for its turn. */
const pollsPerTurn = 4

export type Queue = {
  /** Steps of the caller that have not ended: each is polled. */
  readonly open: number
  readonly requestsPerMinute: number
  /** How long the lane's next step has waited: what stands ahead, divided by what the workers do. */
  readonly laneWaitMs: number
  /** How long the caller has just waited for the job, asking: such a poll takes its turn while it lasts. */
  readonly waitedSeconds: number
  readonly secondsMax: number
}

/**
 * Whole seconds until a job should be asked for again, from 1 to `secondsMax`: longer the more jobs its caller has open, so that
 * polling all of them takes half of the requests that the caller may send, and the longer its lane is.
 * @param chance from 0 to 1, anew for each answer: makes it half as long to half as long again, so that jobs answered in the
 *   same second are not polled in the same second too
 */
export function pollSeconds(queue: Queue, chance: number): number {
  const pollsPerSecond = (queue.requestsPerMinute / 60) * pollShare
  const seconds = Math.max(queue.open / pollsPerSecond, queue.laneWaitMs / 1_000 / pollsPerTurn)
  return Math.max(1, Math.min(Math.ceil(seconds * (1 / 2 + chance) - queue.waitedSeconds), queue.secondsMax))
}
