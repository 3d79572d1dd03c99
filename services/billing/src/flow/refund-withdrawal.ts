import type { Context } from '../context.ts'
import { findPurchase } from '../store/purchases.ts'
import { findWithdrawal, setRefund } from '../store/withdrawals.ts'

/** Refunds the money of a withdrawal. Its credits are already taken, so this can be retried as often as necessary. */
export async function refundWithdrawal(ctx: Context, id: string): Promise<void> {
  const withdrawal = await findWithdrawal(ctx.db, id)
  if (!withdrawal || withdrawal.refundId !== null) return
  const purchase = await findPurchase(ctx.db, withdrawal.purchaseId)
  if (!purchase?.paymentId) throw new Error(`withdrawal ${id} is from a purchase without a payment`)
  await setRefund(ctx.db, id, await ctx.stripe.refund(purchase.paymentId, withdrawal))
}
