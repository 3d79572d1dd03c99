import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { insertGuest } from '../store/guests.ts'
import { grantGuest } from '../store/wallet.ts'
import { claimGift } from './claim-gift.ts'
import { sha256 } from './hash.ts'
import type { Identity } from './identify.ts'

/**
 * Makes a new guest with a wallet. Past its network's daily number a guest starts with nothing.
 * @param address where the request comes from, as far as the proxies in front are trusted
 * @returns the guest's secret, to be set as a cookie: it is kept nowhere
 */
export async function welcomeGuest(
  ctx: Context,
  address: string | undefined,
): Promise<{ identity: Identity; guestKey: string }> {
  const id = randomUUID()
  const guestKey = randomUUID()
  await ctx.db.transaction().execute(async (tx) => {
    const given = await claimGift(ctx, tx, { principalId: id, address })
    await insertGuest(tx, { id, keyHash: sha256(guestKey) })
    await grantGuest(tx, id, given ? ctx.config.limits.guestCredits : 0)
  })
  return { identity: { principal: { kind: 'guest', id }, credential: 'guest_key', test: false }, guestKey }
}
