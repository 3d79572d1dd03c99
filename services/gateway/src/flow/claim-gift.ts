import type { Context } from '../context.ts'
import { networksOf } from '../core/network.ts'
import { countGift } from '../store/gifts.ts'
import type { Conn } from '../store/schema.ts'

/** Who would be given free credits, and the address that the request comes from, as far as the proxies in front are trusted. */
type Receiver = { readonly principalId: string; readonly address: string | undefined }

/**
 * Whether somebody's networks may be given free credits once more today, in which case it is counted: the welcome and the
 * top-up of one principal count once, those of another count again, and a larger network has a larger share.
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
