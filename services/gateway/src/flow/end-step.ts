import type { Context } from '../context.ts'
import { chargeOf, type Step } from '../core/step.ts'
import type { Conn } from '../store/schema.ts'
import { endStep, notifyEnded, recordCharge, type StepEnd } from '../store/steps.ts'
import { captureCredit, readBalance, voidCredit } from '../store/wallet.ts'

/**
 * Ends a step and settles its credit in one transaction: captured when something was made, voided otherwise.
 * Money follows the row and nothing else, so a step that ended before changes nothing.
 * @returns the step, or null when it had ended before
 */
export async function endAndSettle(tx: Conn, stepId: string, end: StepEnd): Promise<Step | null> {
  const step = await endStep(tx, stepId, end)
  if (!step) return null
  if (step.kind === 'rectify') await settle(tx, step, end)
  await notifyEnded(tx, stepId)
  return step
}

/** As `endAndSettle`, for a step that cannot go on, in a transaction of its own. */
export async function failStep(
  ctx: Context,
  stepId: string,
  problem: { code: NonNullable<Step['problem']>['code']; detail: string },
): Promise<Step | null> {
  return ctx.db.transaction().execute((tx) => endAndSettle(tx, stepId, { state: 'failed', problem }))
}

async function settle(tx: Conn, step: Step, end: StepEnd): Promise<void> {
  const charged = end.state === 'done' ? chargeOf(step, end.result) : 0
  const remaining =
    step.cost === 0
      ? await readBalance(tx, step.ownerId)
      : await (charged === 1 ? captureCredit : voidCredit)(tx, step.walletId, step.id)
  await recordCharge(tx, step.id, { charged, remaining })
}
