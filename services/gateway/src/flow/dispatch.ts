import { addToLane, promoteUnpaid } from '../adapters/vision-lane.ts'
import type { Context } from '../context.ts'
import { chooseUnpaid, type Line, type Windows } from '../core/fairness.ts'
import { rowOf } from '../core/step-kinds.ts'
import type { Step } from '../core/step.ts'
import { claimWaiting, lockUnpaid, markDispatched } from '../store/dispatches.ts'
import { findIngestion } from '../store/ingestions.ts'
import { filterByWorkQuota } from './free-quota.ts'

/**
 * Gives a line's next waiting steps to the workers, as far as its window of steps in flight allows. Called whenever a step of
 * that line was added or ended. It never fails its caller, whose step is accepted and whose credit is held: what a
 * database or a queue that is away leaves undone, the relay does.
 */
export async function dispatch(ctx: Context, line: Line): Promise<void> {
  try {
    await ('network' in line ? dispatchUnpaid(ctx, line.network) : dispatchPaid(ctx, line.ownerId))
  } catch (error) {
    ctx.log.warn({ err: error, ...line }, 'dispatch failed; the relay will retry')
  }
}

async function dispatchPaid(ctx: Context, ownerId: string): Promise<void> {
  const { inFlightMax } = ctx.config.limits
  const steps = await ctx.db.transaction().execute((tx) => claimWaiting(tx, ownerId, inFlightMax))
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
    'vision-heavy': unpaidHeavyInFlightMax,
  }
  return { perOwner: inFlightMax, perAddress }
}

/**
 * Adds the job of a dispatched step; adding one that the queue still holds changes nothing. Steps of those who pay go before
 * all others, which go by their rank; that these go on at all, each fourth step of those who pay sees to.
 */
export async function enqueue(ctx: Context, step: Step, rank = 1): Promise<void> {
  try {
    const ingestion = await findIngestion(ctx.db, step.ingestionId)
    if (!ingestion) return
    const lane = ctx.queues[step.lane]
    await addToLane(lane, rowOf(step).job(step, ingestion), step.networks ? rank : null)
    if (!step.networks && isFourth(step)) await promoteUnpaid(lane)
  } catch (error) {
    ctx.log.warn(
      { err: error, stepId: step.id, requestId: step.requestId },
      'enqueue failed; the relay will retry',
    )
  }
}

/** One in four, by the last digit of the random id, so that no gateway has to count. */
function isFourth({ id }: Step): boolean {
  return Number.parseInt(id.slice(-1), 16) % 4 === 0
}
