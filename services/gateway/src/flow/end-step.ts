import type { Context } from '../context.ts'
import { rowOf } from '../core/step-kinds.ts'
import { asksForText, isDone, isMade, type Step, type TextOutcome } from '../core/step.ts'
import { forgetStep } from '../store/idempotency.ts'
import { markFailed } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import {
  endStep,
  listSteps,
  notifyEnded,
  recordCharge,
  recordText,
  restartDeadline,
  type StepEnd,
} from '../store/steps.ts'
import { captureCredit, readBalance, voidCredit } from '../store/wallet.ts'
import { tryToErase } from './erase-objects.ts'

/**
 * Ends a step and settles its credit in one transaction: captured when a page was made, voided otherwise. Money follows only
 * the row, so a step that had already ended changes nothing. The caller holds the lock on the ingestion's row.
 * @returns the step, or null when it had already ended
 */
export async function endAndSettle(tx: Conn, stepId: string, end: StepEnd): Promise<Step | null> {
  const step = await endStep(tx, stepId, end)
  if (!step) return null
  await settle(tx, step)
  if (step.kind === 'ingest' && end.state === 'failed') {
    await markFailed(tx, step.ingestionId)
    for (const { id } of await listFollowers(tx, step)) await endAndSettle(tx, id, end)
  }
  await settleText(tx, step)
  // A failure is not worth keeping: the same key gets a new attempt.
  if (end.state === 'failed') await forgetStep(tx, stepId)
  await notifyEnded(tx, stepId)
  return step
}

/** A page that was read knows its text; one that was made can be read from now on; one that was not has nothing to read. */
async function settleText(tx: Conn, step: Step): Promise<void> {
  if (step.kind === 'read') {
    const { rectifyId } = step.input
    await recordText(tx, rectifyId, textOf(step))
    await notifyEnded(tx, rectifyId)
  }
  if (step.kind !== 'rectify' || !asksForText(step)) return
  const steps = await listSteps(tx, step.ingestionId)
  const reading = steps.find(({ kind, input }) => kind === 'read' && input.rectifyId === step.id)
  if (!reading) return
  if (isDone(step) && isMade(step)) await restartDeadline(tx, reading.id)
  else await endAndSettle(tx, reading.id, { state: 'cancelled' })
}

function textOf(read: Step<'read'>): TextOutcome {
  return isDone(read) ? { readId: read.id, pdfBytes: read.result.pdfBytes } : { readId: null }
}

/** The steps waiting for an ingest to end. */
export async function listFollowers(tx: Conn, { ingestionId }: Step): Promise<Step[]> {
  const steps = await listSteps(tx, ingestionId)
  return steps.filter((step) => step.kind !== 'ingest' && step.state === 'waiting')
}

/** An unreadable file leaves no objects; whoever polls still learns why. */
export async function eraseUnreadable(ctx: Context, ended: Step, end: StepEnd): Promise<void> {
  if (ended.kind === 'ingest' && end.state === 'failed') await tryToErase(ctx, ended.ingestionId)
}

async function settle(tx: Conn, step: Step): Promise<void> {
  const { charge } = rowOf(step)
  if (charge === null) return
  const charged = isDone(step) ? charge(step) : 0
  const remaining =
    step.cost === 0
      ? await readBalance(tx, step.ownerId)
      : await (charged === 1 ? captureCredit : voidCredit)(tx, step.walletId, step.id)
  await recordCharge(tx, step.id, { charged, remaining })
}
