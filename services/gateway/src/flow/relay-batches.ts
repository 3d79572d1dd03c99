import { plainFacts } from '@equerre/contract/problems'
import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import type { BatchRow } from '../core/batch.ts'
import { endOf } from '../core/batch.ts'
import { isSettled } from '../core/step.ts'
import { endAssembly, listForgottenAssemblies } from '../store/batch-assemblies.ts'
import { endItem, endWaiting, listForgotten } from '../store/batch-items.ts'
import { listOverdueBatches, listWaitingOwners, lockBatchesOf } from '../store/batches.ts'
import { findStep } from '../store/steps.ts'
import { eachAlone } from './each-alone.ts'
import { endBatchIfOver } from './settle-batch.ts'
import { takeTurns } from './take-turns.ts'

/**
 * Goes on with batches whose turns were lost, or that waited for a quota; ends what has had no turn in time; and ends items and PDFs whose steps a
 * process of a release without batches has ended.
 */
export async function relayBatches(ctx: Context): Promise<void> {
  if (!ctx.config.BATCHES) return
  await eachAlone(ctx, await listOverdueBatches(ctx.db), (batch) => endOverdue(ctx, batch))
  const forgotten = (await listForgotten(ctx.db)).map(({ rectifyId }) => rectifyId)
  await eachAlone(ctx, forgotten, (rectifyId) => endForgotten(ctx, rectifyId))
  await eachAlone(ctx, await listForgottenAssemblies(ctx.db), (stepId) => endForgottenAssembly(ctx, stepId))
  for (const ownerId of await listWaitingOwners(ctx.db)) await takeTurns(ctx, ownerId)
}

async function endOverdue(ctx: Context, { id, owner }: BatchRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockBatchesOf(tx, owner.id)
    await endWaiting(tx, { batchId: id }, { state: 'failed', problem: plainFacts('batch_over') })
    await endBatchIfOver(tx, id)
  })
}

async function endForgotten(ctx: Context, rectifyId: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const rectify = await findStep(tx, rectifyId)
    if (rectify && !isSettled(rectify)) return
    const batchId = await endItem(tx, rectifyId, rectify ? endOf(rectify) : { state: 'cancelled' })
    if (batchId !== null) await endBatchIfOver(tx, batchId)
  })
}

async function endForgottenAssembly(ctx: Context, stepId: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const step = await findStep(tx, stepId)
    if (step && !isSettled(step)) return
    const batchId = await endAssembly(tx, stepId, step ? endOf(step) : { state: 'cancelled' })
    if (batchId !== null) await endBatchIfOver(tx, batchId)
  })
}
