import { bulkFetchQueue, fetchQueue } from '@equerre/contract/courier'
import { addToLane, promoteUnpaid } from '../adapters/vision-lane.ts'
import type { Context } from '../context.ts'
import { paidInFlightMax } from '../core/ceilings.ts'
import { chooseUnpaid, type Line, type Windows } from '../core/fairness.ts'
import { jobOf } from '../core/step-kinds.ts'
import type { Step } from '../core/step.ts'
import { claimWaiting, lockUnpaid, markDispatched } from '../store/dispatches.ts'
import { findIngestion } from '../store/ingestions.ts'
import { filterByWorkQuota } from './count-free-work.ts'

/**
 * Hands a line's next waiting steps to the workers, as far as its window of steps in flight allows. Called whenever a step of
 * the line is added or ends. A process does it for one line once at a time: calls for a line lock each other out in any case,
 * and a crowd's, each holding a connection, would leave none to others. Never fails its caller, whose step is accepted and whose
 * credit is held: what an unavailable database or queue leaves undone, the relay does later.
 */
export function dispatch(ctx: Context, line: Line): Promise<void> {
  return ctx.turns(Object.values(line).join(), () => dispatchNow(ctx, line))
}

async function dispatchNow(ctx: Context, line: Line): Promise<void> {
  try {
    await ('network' in line ? dispatchUnpaid(ctx, line.network) : dispatchPaid(ctx, line.ownerId))
  } catch (error) {
    ctx.log.warn({ err: error, ...line }, 'dispatch failed; the relay will retry')
  }
}

async function dispatchPaid(ctx: Context, ownerId: string): Promise<void> {
  const { agreed } = await ctx.cachedReads.customer(ownerId)
  const { limits } = ctx.config
  const windows = {
    inFlightMax: paidInFlightMax(agreed, limits),
    batchInFlightMax: limits.batchInFlightMax,
  }
  const steps = await ctx.db.transaction().execute((tx) => claimWaiting(tx, ownerId, windows))
  await Promise.all(steps.map((step) => enqueue(ctx, step)))
}

async function dispatchUnpaid(ctx: Context, network: string): Promise<void> {
  const { turns, steps } = await ctx.db.transaction().execute(async (tx) => {
    const { waiting, inFlight } = await lockUnpaid(tx, network)
    const turns = chooseUnpaid(await filterByWorkQuota(ctx, waiting), inFlight, windowsOf(ctx))
    return {
      turns,
      steps: await markDispatched(
        tx,
        turns.map(({ id }) => id),
      ),
    }
  })
  const rankOf = new Map(turns.map(({ id, rank }) => [id, rank]))
  await Promise.all(steps.map((step) => enqueue(ctx, step, rankOf.get(step.id))))
}

function windowsOf(ctx: Context): Windows {
  const { inFlightMax, unpaidInFlightMax, unpaidHeavyInFlightMax } = ctx.config.limits
  const perAddress = {
    'vision-ingest': unpaidInFlightMax,
    'vision-detect': unpaidInFlightMax,
    'vision-rectify': unpaidInFlightMax,
    'vision-read': unpaidInFlightMax,
    'vision-assemble': unpaidInFlightMax,
    'vision-heavy': unpaidHeavyInFlightMax,
    'vision-bulk': unpaidInFlightMax,
    'vision-bulk-heavy': unpaidHeavyInFlightMax,
    'vision-bulk-side': unpaidInFlightMax,
    [fetchQueue]: unpaidInFlightMax,
    [bulkFetchQueue]: unpaidInFlightMax,
  }
  return { perOwner: inFlightMax, perAddress }
}

/**
 * Adds the job of a dispatched step, unless the queue still holds it. Paid steps go before all others, which go by rank; to keep
 * those from starving, every fourth paid step promotes one.
 */
export async function enqueue(ctx: Context, step: Step, rank = 1): Promise<void> {
  try {
    const ingestion = await findIngestion(ctx.db, step.ingestionId)
    if (!ingestion) return
    const lane = ctx.queues[step.lane]
    await addToLane(lane, jobOf(step, ingestion), step.networks ? rank : null)
    if (!step.networks && isFourth(step)) await promoteUnpaid(lane)
  } catch (error) {
    ctx.log.warn(
      { err: error, stepId: step.id, requestId: step.requestId },
      'enqueue failed; the relay will retry',
    )
  }
}

/** One in four, by the last digit of the random id, so that gateways need no counter. */
function isFourth({ id }: Step): boolean {
  return Number.parseInt(id.slice(-1), 16) % 4 === 0
}
