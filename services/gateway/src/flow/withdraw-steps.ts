import { withdrawJob } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import type { Step } from '../core/step.ts'
import { recordLongWork } from './count-free-work.ts'

/**
 * Removes steps that were just cancelled from their lanes and tells the workers that have one; work already begun is counted.
 * If the queue is unavailable, the work runs to its end and its result comes too late.
 */
export async function withdrawSteps(ctx: Context, steps: readonly Step[]): Promise<void> {
  for (const step of steps.filter(({ state }) => state === 'dispatched')) {
    const { id, lane, requestId } = step
    try {
      await recordLongWork(ctx, step, await withdrawJob(ctx.queues[lane], ctx.redis, id))
    } catch (error) {
      ctx.log.warn({ err: error, stepId: id, requestId }, 'a cancelled step goes on')
    }
  }
}
