import { withdrawJob } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import type { Step } from '../core/step.ts'

/**
 * Takes steps that were just cancelled from their lanes, and lets whoever works on one hear of it. A queue that is away hears nothing: then the
 * work goes on to its end, and its result comes too late.
 */
export async function withdrawSteps(ctx: Context, steps: readonly Step[]): Promise<void> {
  for (const { id, lane, requestId } of steps.filter(({ state }) => state === 'dispatched')) {
    try {
      await withdrawJob(ctx.queues[lane], ctx.redis, id)
    } catch (error) {
      ctx.log.warn({ err: error, stepId: id, requestId }, 'a cancelled step goes on')
    }
  }
}
