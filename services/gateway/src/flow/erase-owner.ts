import type { Context } from '../context.ts'
import { deleteGuestsOf } from '../store/guests.ts'
import { deleteKeysOf } from '../store/idempotency.ts'
import { listAllOf } from '../store/ingestions.ts'
import { confirmErasure } from '../store/principals.ts'
import { removeIngestion } from './erase-ingestion.ts'

/**
 * Erases everything that the gateway holds of a person whose account is gone, then tells auth so. Repeated, or after a
 * crash in the middle, it does what is left.
 */
export async function eraseOwner(ctx: Context, userId: string): Promise<void> {
  for (const id of await listAllOf(ctx.db, userId)) await removeIngestion(ctx, id, userId)
  await deleteKeysOf(ctx.db, userId)
  await deleteGuestsOf(ctx.db, userId)
  await confirmErasure(ctx.db, userId)
  ctx.log.info({ userId }, 'files of an erased account removed')
}
