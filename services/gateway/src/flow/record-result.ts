import type { StepOutcome } from '@equerre/contract/jobs'
import { storageKeys } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import type { Step } from '../core/step.ts'
import { findIngestion, lockIngestion, markFailed, markReady } from '../store/ingestions.ts'
import type { StepEnd } from '../store/steps.ts'
import { dispatch } from './dispatch.ts'
import { endAndSettle } from './end-step.ts'

/**
 * Writes down what a worker reports: step, ingestion and credit in one transaction. A result that comes twice
 * or too late changes nothing; when its ingestion is gone, the objects that it left are erased.
 */
export async function recordResult(ctx: Context, outcome: StepOutcome): Promise<void> {
  const step = await ctx.db.transaction().execute(async (tx) => {
    await lockIngestion(tx, outcome.ingestionId)
    const ended = await endAndSettle(tx, outcome.stepId, endOf(outcome))
    if (ended?.kind !== 'ingest') return ended
    if (outcome.kind === 'ingest') await markReady(tx, ended.ingestionId, outcome.result)
    else await markFailed(tx, ended.ingestionId)
    return ended
  })
  if (!step) return eraseLeftovers(ctx, outcome.ingestionId)
  logOutcome(ctx, step, outcome)
  if (outcome.kind === 'problem' && step.kind === 'ingest')
    await ctx.storage.deletePrefix(storageKeys.prefix(step.ingestionId))
  await dispatch(ctx, step.ownerId)
}

function endOf(outcome: StepOutcome): StepEnd {
  if (outcome.kind !== 'problem') return { state: 'done', result: outcome.result }
  return { state: 'failed', problem: { code: outcome.code, detail: outcome.detail } }
}

async function eraseLeftovers(ctx: Context, ingestionId: string): Promise<void> {
  const ingestion = await findIngestion(ctx.db, ingestionId)
  if (ingestion && ingestion.state !== 'expired') return
  await ctx.storage.deletePrefix(storageKeys.prefix(ingestionId))
}

function logOutcome(ctx: Context, step: Step, outcome: StepOutcome): void {
  const facts = { stepId: step.id, requestId: step.requestId, kind: step.kind, attempts: step.attempts }
  if (outcome.kind === 'problem')
    ctx.log.info({ ...facts, problem: outcome.code, reason: outcome.reason }, 'step refused')
  else ctx.log.info(facts, 'step done')
}
