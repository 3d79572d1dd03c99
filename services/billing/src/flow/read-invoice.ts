import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { findPurchase } from '../store/purchases.ts'

/**
 * The address of a purchase's invoice at the payment provider.
 * @throws Problem `not_found` for somebody else's purchase, and for one without an invoice
 */
export async function readInvoice(ctx: Context, userId: string, purchaseId: string): Promise<string> {
  const purchase = await findPurchase(ctx.db, purchaseId)
  const own = purchase?.walletId === userId && purchase.state === 'paid'
  const url = own && purchase.sessionId !== null ? await ctx.stripe.findInvoice(purchase.sessionId) : null
  if (url === null) throw new Problem('not_found')
  return url
}
