import type { UnfitOutcome } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { isOfAttempt } from '../core/step.ts'
import { countFailedAttempt } from '../store/dispatches.ts'
import { findStep } from '../store/steps.ts'
import { giveUp } from './give-up.ts'

/**
 * Counts an unusable result as a failed attempt, so that a worker that always errs is not retried for ever. A result without
 * proof of its attempt is not counted: otherwise anybody could make other people's steps fail.
 * @returns whether there was an attempt to count
 */
export async function rejectResult(ctx: Context, outcome: UnfitOutcome, error: unknown): Promise<boolean> {
  const { stepId } = outcome
  const step = await findStep(ctx.db, stepId)
  if (!step || !isOfAttempt(step, outcome)) return false
  const counted = await countFailedAttempt(ctx.db, step)
  if (!counted) return false
  const { requestId, attempts } = step
  ctx.log.error({ err: error, stepId, requestId, attempts }, 'result rejected')
  if (counted.attempts > ctx.config.limits.stepAttemptsMax) await giveUp(ctx, counted, 'no attempt left')
  return true
}
