import type { Context } from '../context.ts'
import { networksOf } from '../core/network.ts'
import { countGift } from '../store/gifts.ts'
import type { Conn } from '../store/schema.ts'

/** The recipient of free credits, and the request's address, as far as the proxies in front are trusted. */
type Receiver = { readonly principalId: string; readonly address: string | undefined }

/**
 * Whether somebody's networks may receive free credits once more today; if so, counts it. Welcome and top-up of one principal
 * count once, every other principal counts again, and larger networks have larger shares.
 */
export async function claimGift(
  ctx: Context,
  tx: Conn,
  { principalId, address }: Receiver,
): Promise<boolean> {
  const { guestWalletsPerNetworkPerDay: most } = ctx.config.limits
  const networks = networksOf(address, ctx.config.TRUST_PROXY > 0)
  return countGift(
    tx,
    principalId,
    networks.map(({ name, times }) => ({ network: name, principalsMax: times * most })),
  )
}
