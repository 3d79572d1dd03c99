import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { insertGuest } from '../store/guests.ts'
import { grantGuest } from '../store/wallet.ts'
import { claimGift } from './claim-gift.ts'
import { sha256 } from '@equerre/platform/sha256'
import { withoutKey, type Identity } from './identify.ts'

/**
 * Creates a guest with a wallet. Beyond its network's daily number a guest starts without credits.
 * @param address of the request, as far as the proxies in front are trusted
 * @returns the guest's secret, to be set as a cookie: it is not stored anywhere
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
  const identity = { ...withoutKey, principal: { kind: 'guest', id }, credential: 'guest_key' } as const
  return { identity, guestKey }
}
