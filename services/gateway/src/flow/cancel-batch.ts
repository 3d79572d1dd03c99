import type { Batch } from '@equerre/contract/batches'
import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import type { Owner, Step } from '../core/step.ts'
import { cancelAssemblies } from '../store/batch-assemblies.ts'
import { endWaiting, listRectifiesUnderWay } from '../store/batch-items.ts'
import { lockBatchesOf, markCancelled } from '../store/batches.ts'
import { lockIngestion } from '../store/ingestions.ts'
import { findSteps } from '../store/steps.ts'
import { endAndSettle } from './end-step.ts'
import { ownBatch, readBatch } from './read-batch.ts'
import { endBatchIfOver } from './settle-batch.ts'

/**
 * Cancels what nobody has begun, so that no credit is held for it; what is under way ends as it would, and what is made stays. Again, or
 * once it has ended, it changes nothing.
 * @throws Problem `not_found`
 */
export async function cancelBatch(ctx: Context, { id, owner }: { id: string; owner: Owner }): Promise<Batch> {
  await ownBatch(ctx, { id, owner })
  await inTransaction(ctx.db, async (tx) => {
    await lockBatchesOf(tx, owner.id)
    await markCancelled(tx, id)
    await endWaiting(tx, { batchId: id }, { state: 'cancelled' })
    await cancelAssemblies(tx, id)
    await endBatchIfOver(tx, id)
  })
  for (const step of await findSteps(ctx.db, await listRectifiesUnderWay(ctx.db, id)))
    await cancelUnbegun(ctx, step)
  return readBatch(ctx, { id, owner })
}

/** Never fails its caller: one that cannot be cancelled ends as it would. */
async function cancelUnbegun(ctx: Context, step: Step): Promise<void> {
  const { id, ingestionId, requestId } = step
  try {
    if (!(await isUnbegun(ctx, step))) return
    await inTransaction(ctx.db, async (tx) => {
      await lockIngestion(tx, ingestionId)
      await endAndSettle(tx, id, { state: 'cancelled' })
    })
  } catch (error) {
    ctx.log.warn({ err: error, stepId: id, requestId }, 'an item of a cancelled batch goes on')
  }
}

/** A job that a worker has is locked; one that is removed for nothing, the relay adds again. */
async function isUnbegun(ctx: Context, { id, state, lane }: Step): Promise<boolean> {
  return state === 'waiting' || (state === 'dispatched' && (await ctx.queues[lane].remove(id)) === 1)
}
