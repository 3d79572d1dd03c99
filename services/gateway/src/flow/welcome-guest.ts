import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { networksOf } from '../core/network.ts'
import { countNewGuests, insertGuest } from '../store/guests.ts'
import { grantGuest } from '../store/wallet.ts'
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
  const { guestCredits, guestWalletsPerNetworkPerDay } = ctx.config.limits
  const id = randomUUID()
  const guestKey = randomUUID()
  const network = networksOf(address, ctx.config.TRUST_PROXY > 0)[0]?.name ?? null
  await ctx.db.transaction().execute(async (tx) => {
    const made = network === null ? 0 : await countNewGuests(tx, network)
    await insertGuest(tx, { id, keyHash: sha256(guestKey), network })
    await grantGuest(tx, id, made < guestWalletsPerNetworkPerDay ? guestCredits : 0)
  })
  return { identity: { principal: { kind: 'guest', id }, credential: 'guest_key', test: false }, guestKey }
}
