import type { CourierReport } from '@equerre/contract/courier'
import type { Context } from '../context.ts'
import { isBulk, isFetched, laneIn, laneOf } from '../core/lanes.ts'
import { hasEnded, isOfAttempt, type Step } from '../core/step.ts'
import { passOn } from '../store/dispatches.ts'
import { lockIngestion, markFetched } from '../store/ingestions.ts'
import type { Conn } from '../store/schema.ts'
import { findStep } from '../store/steps.ts'
import { countBytes } from './count-free-work.ts'
import { endAndSettle, eraseUnreadable } from './end-step.ts'
import { eraseLeftovers } from './erase-objects.ts'
import { goOn } from './go-on.ts'
import { stepsReported } from './record-result.ts'

/**
 * Records what came of a file that the courier was to fetch: from here on it is a file like one that was uploaded, whose step waits for
 * a worker, or its step has failed. A report that arrives twice or too late changes nothing, nor does one without proof that it was
 * asked for.
 */
export async function recordFetch(ctx: Context, report: CourierReport): Promise<void> {
  const found = await ctx.db.transaction().execute(async (tx) => {
    await lockIngestion(tx, report.ingestionId)
    const step = await findStep(tx, report.stepId)
    if (!step || hasEnded(step.state) || !isFetched(step.lane)) return 'late'
    if (!isOfAttempt(step, report) || step.ingestionId !== report.ingestionId) return 'unproven'
    await settle(tx, step, report)
    return step
  })
  const outcome = typeof found === 'string' ? found : report.kind
  stepsReported.inc({ kind: 'fetch', outcome })
  if (found === 'late') return eraseLeftovers(ctx, report.ingestionId)
  if (found === 'unproven') return ctx.log.warn({ stepId: report.stepId }, 'unsolicited report ignored')
  const { id: stepId, requestId, attempts } = found
  const facts = report.kind === 'fetched' ? {} : { problem: report.problem.sentence, reason: report.reason }
  ctx.log.info({ stepId, requestId, attempts, ...facts }, `file ${report.kind}`)
  await count(ctx, found, report)
  if (report.kind === 'not-fetched')
    await eraseUnreadable(ctx, found, { state: 'failed', problem: report.problem })
  await goOn(ctx, found)
}

async function settle(tx: Conn, step: Step, report: CourierReport): Promise<void> {
  if (report.kind === 'not-fetched') {
    await endAndSettle(tx, step.id, { state: 'failed', problem: report.problem })
    return
  }
  const { mime, bytes, sha256 } = report.file
  await markFetched(tx, { id: step.ingestionId, mime, bytes, sha256: Buffer.from(sha256, 'hex') })
  const lane = laneOf('ingest', { mime, page: undefined, progressive: false })
  await passOn(tx, step.id, laneIn(isBulk(step.lane), lane))
}

/** What was fetched counts as what is uploaded; of those who pay, nothing does. */
async function count(ctx: Context, { ownerId, networks }: Step, report: CourierReport): Promise<void> {
  if (networks === null || report.kind !== 'fetched') return
  const standing = { tier: 'account', networks } as const
  await countBytes(ctx, ownerId, { standing, bytes: report.file.bytes }).catch(() => {})
}
