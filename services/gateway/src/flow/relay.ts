import { lastPriority, type Job } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import type { Step } from '../core/step.ts'
import { reclaim, listDispatchedBefore, listWaitingLines } from '../store/dispatches.ts'
import { listOverdue } from '../store/steps.ts'
import { dispatch, enqueue } from './dispatch.ts'
import { eachAlone } from './each-alone.ts'
import { giveUp, stepsRescued } from './give-up.ts'

/** How long a dispatched step is left to its worker before the relay checks on it. */
const rescueAfterMs = 30_000
const batch = 200

/**
 * Rescues steps that the queue may have lost: Redis emptied, a result lost, a worker dead. Postgres knows what was accepted;
 * the queue is asked whether it still knows the job.
 */
export async function relay(ctx: Context): Promise<void> {
  const before = new Date(Date.now() - rescueAfterMs)
  const overdue = await listOverdue(ctx.db, new Date(), batch)
  await eachAlone(ctx, overdue, (step) => giveUp(ctx, step, 'deadline passed'))
  const dispatched = await listDispatchedBefore(ctx.db, before)
  await eachAlone(ctx, dispatched, (step) => rescue(ctx, step, before))
  for (const line of await listWaitingLines(ctx.db)) await dispatch(ctx, line)
}

async function rescue(ctx: Context, step: Step, before: Date): Promise<void> {
  const queue = ctx.queues[step.lane]
  const job = await queue.getJob(step.id)
  const failed = job !== undefined && (await job.isFailed())
  if (job && !failed) return moveToFront(job)
  const attempts = failed ? step.attempts + 1 : step.attempts
  if (attempts > ctx.config.limits.stepAttemptsMax) return giveUp(ctx, step, 'no attempt left')
  const again = await reclaim(ctx.db, step, { before, attempts })
  if (!again) return
  // BullMQ silently ignores ids it still has.
  if (failed) await job.remove()
  stepsRescued.inc({ ending: 'dispatched again' })
  ctx.log.warn({ stepId: step.id, requestId: step.requestId, attempts, failed }, 'step dispatched again')
  await enqueue(ctx, again)
}

/**
 * However many other steps its network has in flight, a step that has waited this long goes with the first of every network.
 * One that gave way has already had its turn.
 */
async function moveToFront(job: Job): Promise<void> {
  if (job.priority > 1 && job.priority !== lastPriority) await job.changePriority({ priority: 1 })
}
