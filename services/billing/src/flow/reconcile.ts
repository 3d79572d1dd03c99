import type { PaymentName } from '../adapters/stripe.ts'
import type { Context } from '../context.ts'
import { listGranted, listPendingSessions } from '../store/purchases.ts'
import { listUnrefunded } from '../store/withdrawals.ts'
import { applyPayment } from './apply-payment.ts'
import { refundWithdrawal } from './refund-withdrawal.ts'

/** Longer than any outage could go unnoticed. */
const lookBackMs = 48 * 3_600_000

/**
 * Finds what no message has reported: paid orders without credits, pending payments, refunds and disputes, withdrawals
 * without a refund. A failure is logged and does not hold up the others.
 * @returns the number of orders granted by this call
 */
export async function reconcile(ctx: Context): Promise<number> {
  const since = new Date(Date.now() - lookBackMs)
  const paid = await ctx.stripe.listPaidOrders(since)
  const granted = await listGranted(ctx.db, paid)
  const missing = paid.filter((session) => !granted.has(session))
  const sessions = [...missing, ...(await listPendingSessions(ctx.db))].map((session) => ({ session }))
  const payments = (await ctx.stripe.listReversedPayments(since)).map((payment) => ({ payment }))
  let found = 0
  for (const name of [...sessions, ...payments]) {
    if ((await applyOrLog(ctx, name)) === 'granted') found += 1
  }
  for (const id of await listUnrefunded(ctx.db)) {
    await refundWithdrawal(ctx, id).catch((error: unknown) =>
      ctx.log.error({ err: error, withdrawalId: id }, 'a withdrawal has no refund'),
    )
  }
  if (found > 0) ctx.log.warn({ found }, 'granted payments whose webhook never arrived')
  return found
}

async function applyOrLog(ctx: Context, name: PaymentName) {
  return applyPayment(ctx, name).catch((error: unknown) => {
    ctx.log.error({ err: error, ...name }, 'a payment was not applied')
    return null
  })
}
