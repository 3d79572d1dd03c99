import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { deleteBatchesOf, lockBatchesOf } from '../store/batches.ts'
import { forgetGiftsOf } from '../store/gifts.ts'
import { deleteGuestsOf } from '../store/guests.ts'
import { deleteKeysOf } from '../store/idempotency.ts'
import { deleteTombstonesOf, lockSomeOf } from '../store/ingestions.ts'
import { deleteKeyUsageOf } from '../store/key-usage.ts'
import { confirmErasure, isErasing } from '../store/principals.ts'
import { deleteEventsOf } from '../store/webhook-deliveries.ts'
import { deleteEndpointsOf } from '../store/webhook-endpoints.ts'
import { deleteCallbackSecretOf } from '../store/callback-secrets.ts'
import { deleteTurnOf } from '../store/webhook-turns.ts'
import { endAll } from './end-files.ts'
import { rememberErasure } from './keep-erasures.ts'

/**
 * Erases everything the gateway holds of a person whose account is gone, then confirms it to auth. When repeated, also after a
 * crash midway, it does what is left. The queue is not trusted: nothing is erased unless auth has the request on record.
 */
export async function eraseOwner(ctx: Context, userId: string): Promise<void> {
  if (!(await isErasing(ctx.db, userId)))
    return ctx.log.error({ userId }, 'erasure job without an erasure request')
  // First, so that no more of its items begin.
  await inTransaction(ctx.db, async (tx) => {
    await lockBatchesOf(tx, userId)
    await deleteBatchesOf(tx, userId)
  })
  const left = await endAll(ctx, { lock: (tx, some) => lockSomeOf(tx, userId, some), leave: 'nothing' })
  if (left.length > 0) throw new Error(`${left.length} files of an erased account are left`)
  await deleteTombstonesOf(ctx.db, userId)
  await deleteKeysOf(ctx.db, userId)
  await deleteKeyUsageOf(ctx.db, userId)
  await forgetGiftsOf(ctx.db, userId)
  await deleteGuestsOf(ctx.db, userId)
  await deleteEventsOf(ctx.db, userId)
  await deleteEndpointsOf(ctx.db, userId)
  await deleteCallbackSecretOf(ctx.db, userId)
  await deleteTurnOf(ctx.db, userId)
  await rememberErasure(ctx, userId)
  await confirmErasure(ctx.db, userId)
  ctx.log.info({ userId }, 'files of an erased account removed')
}
