import type { CheckoutNext, PackId } from '@equerre/contract/billing'
import { idempotencyKeyCharactersMax } from '@equerre/contract/endpoint'
import { packOf } from '@equerre/contract/packs'
import { Problem } from '@equerre/contract/problems'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { currency } from '../core/packs.ts'
import { isOtherOrder } from '../adapters/stripe.ts'
import { openWallet } from '../store/ledger.ts'
import { insertPurchase, setSession } from '../store/purchases.ts'

/**
 * Opens a page to pay for a pack. The same key leads to the same page.
 * @param request.site the site's origin, to whose page `next` the buyer returns
 * @param request.productName the product's name shown to the buyer there
 * @throws Problem `invalid_request`, `idempotency_mismatch`, `unavailable`
 */
export async function startCheckout(
  ctx: Context,
  request: {
    userId: string
    packId: PackId
    site: string
    next: CheckoutNext
    productName: string
    idempotencyKey: string | undefined
  },
): Promise<{ url: string; replayed: boolean }> {
  const { userId, packId, idempotencyKey = null } = request
  const characters = idempotencyKey?.length ?? 1
  if (characters < 1 || characters > idempotencyKeyCharactersMax) throw new Problem('idempotency_key_length')
  const { credits, priceCents } = packOf(packId)
  const { purchase, replayed } = await ctx.db.transaction().execute(async (tx) => {
    await openWallet(tx, userId)
    const wanted = { id: randomUUID(), walletId: userId, pack: packId, credits, amountCents: priceCents }
    return insertPurchase(tx, { ...wanted, currency, idempotencyKey }, ctx.config.limits.idempotencyHours)
  })
  if (purchase.pack !== packId) throw new Problem('idempotency_mismatch')
  const order = await ctx.stripe.openOrder(purchase, request).catch((error: unknown) => {
    // The same pack, but to return to another page.
    if (isOtherOrder(error)) throw new Problem('idempotency_mismatch')
    ctx.log.error({ err: error, purchaseId: purchase.id }, 'no checkout page')
    throw new Problem('payment_unavailable')
  })
  await setSession(ctx.db, purchase.id, order.sessionId)
  return { url: order.url, replayed }
}
