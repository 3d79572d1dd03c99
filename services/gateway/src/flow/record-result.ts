import type { StepOutcome } from '@equerre/contract/jobs'
import { storageKeys } from '@equerre/contract/jobs'
import { counter } from '@equerre/platform/metrics'
import type { Context } from '../context.ts'
import { laneOf } from '../core/lanes.ts'
import { missingPage, pageInfo, type Step } from '../core/step.ts'
import { findIngestion, lockIngestion, markReady } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { setLane, type StepEnd } from '../store/steps.ts'
import { dispatch } from './dispatch.ts'
import { endAndSettle, eraseUnread, listFollowers } from './end-step.ts'

const stepsReported = counter(
  'steps_reported_total',
  'What workers reported; late: the step had ended before',
  ['kind', 'outcome'],
)

/**
 * Writes down what a worker reports: step, ingestion and credit in one transaction. A result that comes twice
 * or too late changes nothing; when its ingestion is gone, the objects that it left are erased.
 */
export async function recordResult(ctx: Context, outcome: StepOutcome): Promise<void> {
  const end = endOf(outcome)
  const step = await ctx.db.transaction().execute(async (tx) => {
    await lockIngestion(tx, outcome.ingestionId)
    const ended = await endAndSettle(tx, outcome.stepId, end)
    if (ended && outcome.kind === 'ingest') {
      await markReady(tx, ended.ingestionId, outcome.result)
      await releaseFollowers(tx, ended)
    }
    return ended
  })
  stepsReported.inc({ kind: step?.kind ?? outcome.kind, outcome: step ? end.state : 'late' })
  if (!step) return eraseLeftovers(ctx, outcome.ingestionId)
  logOutcome(ctx, step, outcome)
  await eraseUnread(ctx, step, end)
  await dispatch(ctx, step.ownerId)
}

/** What was asked for before anybody knew the file finds its lane now, or hears that its page is not there. */
async function releaseFollowers(tx: Conn, ingest: Step): Promise<void> {
  const ingestion = await findIngestion(tx, ingest.ingestionId)
  if (!ingestion) return
  for (const { id, kind, page } of await listFollowers(tx, ingest)) {
    const detail = missingPage(ingestion, page)
    if (detail) await endAndSettle(tx, id, { state: 'failed', problem: { code: 'invalid_request', detail } })
    else await setLane(tx, id, laneOf(kind, { ...ingestion, page: pageInfo(ingestion, page) }))
  }
}

function endOf(outcome: StepOutcome): StepEnd {
  if (outcome.kind !== 'problem') return { state: 'done', result: outcome.result }
  return { state: 'failed', problem: { code: outcome.code, detail: outcome.detail } }
}

/** Of a file that is still there, a late result's objects stay until it goes: nobody can read them meanwhile. */
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
