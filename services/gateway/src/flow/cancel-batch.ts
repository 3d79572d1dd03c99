import type { Batch } from '@equerre/contract/batches'
import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import type { Owner } from '../core/step.ts'
import { cancelAssemblies } from '../store/batch-assemblies.ts'
import { endWaiting } from '../store/batch-items.ts'
import { lockBatchesOf, markCancelled } from '../store/batches.ts'
import { ownBatch, readBatch } from './read-batch.ts'
import { endBatchIfOver } from './settle-batch.ts'

/**
 * Cancels what waits; what is under way ends as it would, and what is made stays. Again, or once it has ended, it changes nothing.
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
  return readBatch(ctx, { id, owner })
}
