import type { Context } from '../context.ts'
import { visionJob, type Step } from '../core/step.ts'
import { findIngestion } from '../store/ingestions.ts'
import { claimWaiting } from '../store/steps.ts'

/**
 * Gives an owner's next waiting steps to the workers, as far as its window of steps in flight allows.
 * Called whenever a step of that owner was added or ended. It never fails its caller, whose step is accepted
 * and whose credit is held: what a database or a queue that is away leaves undone, the relay does.
 */
export async function dispatch(ctx: Context, ownerId: string): Promise<void> {
  const { inFlightMax } = ctx.config.limits
  try {
    const steps = await ctx.db.transaction().execute((tx) => claimWaiting(tx, ownerId, inFlightMax))
    await Promise.all(steps.map((step) => enqueue(ctx, step)))
  } catch (error) {
    ctx.log.warn({ err: error, ownerId }, 'dispatch failed; the relay will')
  }
}

/** Adds the job of a dispatched step; adding one that the queue still holds changes nothing. */
export async function enqueue(ctx: Context, step: Step): Promise<void> {
  try {
    const ingestion = await findIngestion(ctx.db, step.ingestionId)
    if (!ingestion) return
    await ctx.queues[step.lane].add(step.kind, visionJob(step, ingestion), { jobId: step.id })
  } catch (error) {
    ctx.log.warn({ err: error, stepId: step.id, requestId: step.requestId }, 'enqueue failed; the relay will')
  }
}
