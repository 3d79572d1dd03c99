import type { Context } from '../context.ts'
import { setGiftsMax } from '../store/ledger.ts'

/** Writes the limits on free credits to the ledger, so that it need not trust its callers. */
export async function limitGifts({ db, config }: Context): Promise<void> {
  const { guestCredits, freeTopUpCredits } = config.limits
  await setGiftsMax(db, { grant_guest: guestCredits, free_topup: freeTopUpCredits })
}
