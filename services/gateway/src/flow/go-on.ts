import type { Context } from '../context.ts'
import { lineOf } from '../core/fairness.ts'
import { isBulk } from '../core/lanes.ts'
import type { Step } from '../core/step.ts'
import { dispatch } from './dispatch.ts'
import { takeTurns } from './take-turns.ts'

/**
 * Once a step has ended: its line goes on, and if it was of a batch, so do its owner's batches. Nobody waits for these, since their
 * turns may take longer than all that the caller does for others; those that a process leaves behind, the relay takes. Never fails its
 * caller.
 */
export async function goOn(ctx: Context, ended: Step): Promise<void> {
  await dispatch(ctx, lineOf(ended))
  if (isBulk(ended.lane)) void takeTurns(ctx, ended.ownerId)
}
