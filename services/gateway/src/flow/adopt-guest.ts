import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { findAdoptable, lockGuest, markMerged } from '../store/guests.ts'
import { adoptKeys } from '../store/idempotency.ts'
import { adoptIngestions } from '../store/ingestions.ts'
import { adoptSteps } from '../store/steps.ts'
import { moveCredits, readBalance } from '../store/wallet.ts'
import { dispatch } from './dispatch.ts'
import { holdOwner } from './hold-owner.ts'
import { sha256 } from './hash.ts'

/**
 * What a browser did as a guest follows the person who signs in there: files with their steps and idempotency keys,
 * and once the credits. A credit that is held stays with the guest's wallet; the ledger sends it on when it is voided.
 * @returns the credits that the guest has afterwards, or null when there was nothing to adopt
 * @throws Problem `unauthenticated` when the account has just gone
 */
export async function adoptGuest(
  ctx: Context,
  { guestKey, userId }: { guestKey: string; userId: string },
): Promise<number | null> {
  const guestId = await findAdoptable(ctx.db, sha256(guestKey))
  if (guestId === null) return null
  // A request that erases or uses a file at this moment takes the same locks in another order.
  const left = await inTransaction(ctx.db, async (tx) => {
    await holdOwner(tx, { kind: 'user', id: userId })
    // Requests of one browser come in parallel: the first adopts, the others find it done.
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

/** No more than what a guest can have been given. */
function mostOf({ config }: Context): number {
  return config.limits.guestCredits + config.limits.freeTopUpCredits
}
