import { counter } from '@equerre/platform/metrics'
import { batchEvent, endOf, type BatchRow } from '../core/batch.ts'
import { isBulk } from '../core/lanes.ts'
import { isSettled, type Step } from '../core/step.ts'
import { endAssembly } from '../store/batch-assemblies.ts'
import { endItem, hasOverdue, hasUnended } from '../store/batch-items.ts'
import { endBatch, lockBatch, readProgress } from '../store/batches.ts'
import type { Conn } from '../store/schema.ts'
import { findStep } from '../store/steps.ts'
import { recordBatchEvent } from './record-events.ts'

const batchesEnded = counter('batches_ended_total', 'Batches that ended, by how', ['outcome'])
// A counter that appears at one shows no increase, so all start at zero.
for (const outcome of ['finished', 'failed']) batchesEnded.inc({ outcome }, 0)

/** In the transaction that ends a step of a batch: ends its item, or its assembly, and with the last one the batch. */
export async function settleBatch(tx: Conn, step: Step): Promise<void> {
  if (!isBulk(step.lane)) return
  const batchId =
    step.kind === 'assemble' ? await endAssembly(tx, step.id, endOf(step)) : await endItemOf(tx, step)
  if (batchId !== null) await endBatchIfOver(tx, batchId)
}

/** A page that is still to be read ends its item once it has been. */
async function endItemOf(tx: Conn, step: Step): Promise<string | null> {
  if (step.kind !== 'rectify' && step.kind !== 'read') return null
  const rectify = await findStep(tx, step.kind === 'read' ? step.input.rectifyId : step.id)
  return rectify && isSettled(rectify) ? endItem(tx, rectify.id, endOf(rectify)) : null
}

/** Ends a batch of which nothing is left to do, and tells its owner. Whoever ends its last two items at once takes turns here. */
export async function endBatchIfOver(tx: Conn, batchId: string): Promise<BatchRow | null> {
  const batch = await lockBatch(tx, batchId)
  if (!batch || batch.endedAt !== null || (await hasUnended(tx, batchId))) return null
  const ended = await endBatch(tx, batch)
  const event = batchEvent(ended, await readProgress(tx, batchId), await hasOverdue(tx, batchId))
  await recordBatchEvent(tx, ended, event)
  batchesEnded.inc({ outcome: event.type === 'batch.finished' ? 'finished' : 'failed' })
  return ended
}
