import type { Context } from '../context.ts'
import { setGiftsMax } from '../store/ledger.ts'

/** Tells the ledger how much may be given for nothing at most, so that it does not have to believe who asks. */
export async function limitGifts({ db, config }: Context): Promise<void> {
  const { guestCredits, freeTopUpCredits } = config.limits
  await setGiftsMax(db, { grant_guest: guestCredits, free_topup: freeTopUpCredits })
}
