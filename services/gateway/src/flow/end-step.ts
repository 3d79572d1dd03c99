import type { Context } from '../context.ts'
import { isBulk } from '../core/lanes.ts'
import { rowOf } from '../core/step-kinds.ts'
import { asksForText, awaitsText, isDone, isMade, type Step, type TextOutcome } from '../core/step.ts'
import { forgetStep } from '../store/idempotency.ts'
import { markFailed } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import {
  endStep,
  findStep,
  listSteps,
  notifyEnded,
  recordCharge,
  recordText,
  restartDeadline,
  type StepEnd,
} from '../store/steps.ts'
import { captureCredit, readBalance, voidCredit } from '../store/wallet.ts'
import { tryToErase } from './erase-objects.ts'
import { recordEvents, recordLowCredits } from './record-events.ts'
import { settleBatch } from './settle-batch.ts'

type Charge = { readonly charged: 0 | 1; readonly remaining: number }

/**
 * Ends a step and settles its credit in one transaction: captured when a page was made, voided otherwise. Money follows only
 * the row, so a step that had already ended changes nothing. The caller holds the lock on the ingestion's row.
 * @returns the step, or null when it had already ended
 */
export async function endAndSettle(tx: Conn, stepId: string, end: StepEnd): Promise<Step | null> {
  const step = await endStep(tx, stepId, end)
  if (!step) return null
  const charge = await settle(tx, step)
  if (step.kind === 'ingest' && end.state === 'failed') {
    await markFailed(tx, step.ingestionId)
    for (const { id } of await listFollowers(tx, step)) await endAndSettle(tx, id, end)
  }
  await settleText(tx, step)
  await tellOwner(tx, { ...step, ...charge })
  await settleBatch(tx, step)
  // A failure is not worth keeping: the same key gets a new attempt.
  if (end.state === 'failed') await forgetStep(tx, stepId)
  await notifyEnded(tx, stepId)
  return step
}

/** A page that was read knows its text; one that was made can be read from now on; one that was not has nothing to read. */
async function settleText(tx: Conn, step: Step): Promise<void> {
  if (step.kind === 'read') {
    const { rectifyId } = step.input
    const rectify = await findStep(tx, rectifyId)
    const text = textOf(step)
    await recordText(tx, rectifyId, text)
    await notifyEnded(tx, rectifyId)
    if (rectify && awaitsText(rectify)) await recordEvents(tx, { ...rectify, text })
  }
  if (step.kind !== 'rectify' || !asksForText(step)) return
  const steps = await listSteps(tx, step.ingestionId)
  const reading = steps.find(({ kind, input }) => kind === 'read' && input.rectifyId === step.id)
  if (!reading) return
  if (isDone(step) && isMade(step)) {
    // One of a batch lives as long as that in any case.
    if (!isBulk(reading.lane)) await restartDeadline(tx, reading.id)
  } else await endAndSettle(tx, reading.id, { state: 'cancelled' })
}

/** Of a page that is still to be read once it has been read. */
async function tellOwner(tx: Conn, step: Step): Promise<void> {
  if (!awaitsText(step)) await recordEvents(tx, step)
  if (step.charged === 1 && step.walletId === step.ownerId) await recordLowCredits(tx, step)
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

async function settle(tx: Conn, step: Step): Promise<Partial<Charge>> {
  const { charge } = rowOf(step)
  if (charge === null) return {}
  const charged = isDone(step) ? charge(step) : 0
  const remaining =
    step.cost === 0
      ? await readBalance(tx, step.ownerId)
      : await (charged === 1 ? captureCredit : voidCredit)(tx, step.walletId, step.id)
  await recordCharge(tx, step.id, { charged, remaining })
  return { charged, remaining }
}
