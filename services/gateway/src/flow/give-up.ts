import { counter } from '@equerre/platform/metrics'
import type { Context } from '../context.ts'
import type { Step } from '../core/step.ts'
import { lockIngestion } from '../store/ingestions.ts'
import { endAndSettle, eraseUnreadable } from './end-step.ts'
import { goOn } from './go-on.ts'
import { withdrawSteps } from './withdraw-steps.ts'

export const stepsRescued = counter('steps_rescued_total', 'Steps that were given up or dispatched again', [
  'ending',
])
// A counter that appears at one shows no increase, so all start at zero.
for (const ending of ['dispatched again', 'given up']) stepsRescued.inc({ ending }, 0)

/** Ends a step that will not succeed; its credit is given back. */
export async function giveUp(ctx: Context, step: Step, why: string): Promise<void> {
  const end = { state: 'failed', problem: { sentence: 'step_given_up', params: {} } } as const
  const ended = await ctx.db.transaction().execute(async (tx) => {
    await lockIngestion(tx, step.ingestionId)
    return endAndSettle(tx, step.id, end)
  })
  if (!ended) return
  stepsRescued.inc({ ending: 'given up' })
  const { id: stepId, requestId, attempts } = step
  ctx.log.error({ stepId, requestId, attempts }, `step failed: ${why}`)
  await withdrawSteps(ctx, [step])
  await eraseUnreadable(ctx, ended, end)
  await goOn(ctx, step)
}
