import type { Context } from '../context.ts'
import { lineOf } from '../core/fairness.ts'
import { isBulk } from '../core/lanes.ts'
import type { Step } from '../core/step.ts'
import { dispatch } from './dispatch.ts'
import { takeTurns } from './take-turns.ts'

/** Once a step has ended: its line goes on, and if it was of a batch, so do its owner's batches. Never fails its caller. */
export async function goOn(ctx: Context, ended: Step): Promise<void> {
  await dispatch(ctx, lineOf(ended))
  if (isBulk(ended.lane)) await takeTurns(ctx, ended.ownerId)
}
