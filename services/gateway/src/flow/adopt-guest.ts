import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { findAdoptable, lockGuest, markMerged } from '../store/guests.ts'
import { adoptKeys } from '../store/idempotency.ts'
import { adoptIngestions } from '../store/ingestions.ts'
import { adoptSteps } from '../store/steps.ts'
import { moveCredits, readBalance } from '../store/wallet.ts'
import { dispatch } from './dispatch.ts'
import { holdOwner } from './hold-owner.ts'
import { sha256 } from '@equerre/platform/sha256'

/**
 * Hands what a browser did as a guest over to the person who signs in there: files with their steps and idempotency keys,
 * and once, the credits. A held credit stays with the guest's wallet; if it is voided, the ledger passes it on.
 * @returns the guest's credits afterwards, or null when there was nothing to adopt
 * @throws Problem `unauthenticated` when the account has just been erased
 */
export async function adoptGuest(
  ctx: Context,
  { guestKey, userId }: { guestKey: string; userId: string },
): Promise<number | null> {
  const guestId = await findAdoptable(ctx.db, sha256(guestKey))
  if (guestId === null) return null
  // Requests that erase or use a file meanwhile take the same locks in another order, hence the retry on deadlock.
  const left = await inTransaction(ctx.db, async (tx) => {
    await holdOwner(tx, { kind: 'user', id: userId })
    // Requests of one browser come in parallel: the first one adopts, the others find it done.
    const merged = await lockGuest(tx, guestId)
    await adoptKeys(tx, guestId, userId)
    await adoptIngestions(tx, guestId, userId)
    await adoptSteps(tx, guestId, userId)
    if (!merged) {
      await moveCredits(tx, { guest: guestId, account: userId, atMost: mostOf(ctx) })
      await markMerged(tx, guestId, userId)
    }
    return readBalance(tx, guestId)
  })
  ctx.log.info({ guestId, userId }, 'guest adopted')
  await dispatch(ctx, { ownerId: userId })
  return left
}

/** No more than a guest can have been given. */
function mostOf({ config }: Context): number {
  return config.limits.guestCredits + config.limits.freeTopUpCredits
}
