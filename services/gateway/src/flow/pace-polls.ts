import type { Context } from '../context.ts'
import { pollSeconds, type Queue } from '../core/poll-pace.ts'
import type { Step } from '../core/step.ts'
import { laneWaitMs } from './shed-load.ts'

/** Whole seconds after which a client should ask for a step again. */
export async function pacePolls(
  ctx: Context,
  step: Step,
  poll: Pick<Queue, 'requestsPerMinute' | 'waitedSeconds'>,
): Promise<number> {
  const [open, waitMs] = await Promise.all([
    ctx.cachedReads.openOf(step.ownerId),
    laneWaitMs(ctx, step.networks, step.lane),
  ])
  const queue = {
    open: open.waiting + open.inFlight,
    ...poll,
    laneWaitMs: waitMs,
    secondsMax: ctx.config.limits.pollSecondsMax,
  }
  return pollSeconds(queue, Math.random())
}
