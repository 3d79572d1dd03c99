import type { StepOutcome } from '@equerre/contract/jobs'
import { storageKeys } from '@equerre/contract/jobs'
import { plainFacts, type ProblemFacts } from '@equerre/contract/problems'
import { counter } from '@equerre/platform/metrics'
import type { Context } from '../context.ts'
import { isBulk, laneIn, laneOf } from '../core/lanes.ts'
import { rowOf } from '../core/step-kinds.ts'
import { hasEnded, isOfAttempt, pageInfo, pageMissing, type Step } from '../core/step.ts'
import { findIngestion, lockIngestion, markReady } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { findStep, setLane, type StepEnd } from '../store/steps.ts'
import { endAndSettle, eraseUnreadable, listFollowers } from './end-step.ts'
import { eraseLeftovers } from './erase-objects.ts'
import { goOn } from './go-on.ts'
import { recordLongWork } from './count-free-work.ts'

export const stepsReported = counter(
  'steps_reported_total',
  'Reports by workers; late: the step had already ended; unproven: not from the worker that had the step',
  ['kind', 'outcome'],
)

/** A report from the right worker that cannot be true. */
export class FalseReport extends Error {
  override name = 'FalseReport' as const
}

/**
 * Records a worker's report: step, ingestion and credit in one transaction. A result that arrives twice or too late changes
 * nothing; if its ingestion is gone, the objects it left are erased. A result without proof that it was requested changes
 * nothing either.
 * @throws FalseReport for a result of another kind or file than requested, or without the page it claims
 */
export async function recordResult(ctx: Context, outcome: StepOutcome): Promise<void> {
  const end = endOf(outcome)
  await assertMade(ctx, outcome)
  const found = await ctx.db.transaction().execute(async (tx) => {
    await lockIngestion(tx, outcome.ingestionId)
    const asked = await findStep(tx, outcome.stepId)
    if (!asked || hasEnded(asked.state)) return 'late'
    if (!isOfAttempt(asked, outcome)) return 'unproven'
    assertAsked(asked, outcome)
    const ended = await endAndSettle(tx, outcome.stepId, end)
    if (ended && outcome.kind === 'ingest') {
      await markReady(tx, ended.ingestionId, outcome.result)
      await releaseFollowers(tx, ended)
    }
    return ended ?? 'late'
  })
  if (typeof found === 'string') return discard(ctx, outcome, found)
  stepsReported.inc({ kind: found.kind, outcome: end.state })
  logOutcome(ctx, found, outcome)
  await eraseUnreadable(ctx, found, end)
  await recordLongWork(ctx, found, outcome.cpuSeconds ?? 0)
  await goOn(ctx, found)
}

/** A credit is only charged for a page that exists, whatever a worker says. */
async function assertMade(ctx: Context, outcome: StepOutcome): Promise<void> {
  if (outcome.kind === 'problem') return
  const { proof } = rowOf(outcome)
  if (proof === null) return
  const step = await findStep(ctx.db, outcome.stepId)
  if (step?.kind !== outcome.kind || !isOfAttempt(step, outcome)) return
  const file = proof(step, outcome.result)
  if (file !== null && !(await ctx.storage.head(storageKeys.artifact(step.ingestionId, file))))
    throw new FalseReport(`a page without its file ${file}`)
}

function assertAsked(asked: Step, { kind, ingestionId }: StepOutcome): void {
  if (asked.ingestionId !== ingestionId || (kind !== 'problem' && kind !== asked.kind))
    throw new FalseReport(
      `${kind} of ${ingestionId} where ${asked.kind} of ${asked.ingestionId} was asked for`,
    )
}

async function discard(ctx: Context, outcome: StepOutcome, why: 'late' | 'unproven'): Promise<void> {
  stepsReported.inc({ kind: outcome.kind, outcome: why })
  if (why === 'late') return eraseLeftovers(ctx, outcome.ingestionId)
  ctx.log.warn({ stepId: outcome.stepId }, 'unsolicited result ignored')
}

/** Steps requested before the file was known now get their lane, or fail if their page does not exist. */
async function releaseFollowers(tx: Conn, ingest: Step): Promise<void> {
  const ingestion = await findIngestion(tx, ingest.ingestionId)
  if (!ingestion) return
  for (const { id, kind, page, lane } of await listFollowers(tx, ingest)) {
    const info = pageInfo(ingestion, page)
    if (info) await setLane(tx, id, laneIn(isBulk(lane), laneOf(kind, { ...ingestion, page: info })))
    else await endAndSettle(tx, id, { state: 'failed', problem: pageMissing(ingestion, page) })
  }
}

function endOf(outcome: StepOutcome): StepEnd {
  if (outcome.kind !== 'problem') return { state: 'done', result: outcome.result }
  return { state: 'failed', problem: problemOf(outcome) }
}

function problemOf({ code, problem }: Extract<StepOutcome, { kind: 'problem' }>): ProblemFacts {
  return problem ?? plainFacts(code)
}

function logOutcome(ctx: Context, step: Step, outcome: StepOutcome): void {
  const facts = { stepId: step.id, requestId: step.requestId, kind: step.kind, attempts: step.attempts }
  if (outcome.kind === 'problem')
    ctx.log.info({ ...facts, problem: outcome.code, reason: outcome.reason }, 'step refused')
  else ctx.log.info(facts, 'step done')
}
