import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import type { Conn } from '../store/schema.ts'
import { countSteps, countWaiting } from '../store/steps.ts'

/**
 * Bounds what one principal may let wait, and what may be asked of one file.
 * @throws Problem `rate_limited`, `invalid_request`
 */
export async function admitStep(
  ctx: Context,
  tx: Conn,
  { ownerId, ingestionId }: { ownerId: string; ingestionId: string },
): Promise<void> {
  const { waitingStepsMax, stepsPerFileMax } = ctx.config.limits
  if ((await countWaiting(tx, ownerId)) >= waitingStepsMax)
    throw new Problem(
      'rate_limited',
      `Plus de ${waitingStepsMax} étapes attendent déjà : laissez-les finir.`,
      5,
    )
  if ((await countSteps(tx, ingestionId)) >= stepsPerFileMax)
    throw new Problem('invalid_request', `Ce fichier a déjà servi à ${stepsPerFileMax} étapes : renvoyez-le.`)
}
