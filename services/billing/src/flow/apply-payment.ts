import { counter } from '@equerre/platform/metrics'
import type { Tx } from '@equerre/platform/postgres'
import type { PaymentName } from '../adapters/stripe.ts'
import type { Context } from '../context.ts'
import { judge, refusals, type Payment, type Purchase } from '../core/payment.ts'
import { creditsToTake } from '../core/reversals.ts'
import { grantCredits, readTaken, releaseCredits, takeCredits } from '../store/ledger.ts'
import { lockPurchaseOf, markPaid, noteState } from '../store/purchases.ts'
import type { BillingSchema } from '../store/schema.ts'
import { findWithdrawalOf } from '../store/withdrawals.ts'

const refused = counter(
  'payments_refused_total',
  'Looks at money that has come and grants nothing, by reason',
  ['reason'],
)
// A series that begins with its first refusal would show Prometheus no increase.
for (const reason of refusals) refused.inc({ reason }, 0)

/** What came of looking at a payment; `refused` is for a person to look at. */
export type Applied = 'granted' | 'up to date' | 'not paid' | 'unknown' | 'refused'

/**
 * Asks Stripe how an order stands and makes the ledger follow: a paid one is granted once, refunds and disputes are taken
 * back, what comes back is given again. Calling it twice, late or out of order changes nothing more.
 */
export async function applyPayment(ctx: Context, name: PaymentName): Promise<Applied> {
  const payment = await ctx.stripe.readPayment(name)
  if (!payment) return 'unknown'
  return ctx.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchaseOf(tx, payment)
    if (purchase?.state === 'paid' && purchase.sessionId === payment.sessionId) {
      await followReversals(tx, purchase, payment)
      return 'up to date'
    }
    const verdict = judge(payment, purchase)
    if (verdict.kind === 'refuse') {
      const { sessionId } = payment
      refused.inc({ reason: verdict.reason })
      ctx.log.error(
        { sessionId, purchaseId: purchase?.id, reason: verdict.reason },
        'a payment grants nothing',
      )
      return 'refused'
    }
    if (!purchase) return 'not paid'
    if (verdict.kind === 'note') {
      await noteState(tx, purchase.id, verdict.state)
      return 'not paid'
    }
    await grant(tx, purchase, payment)
    await followReversals(tx, purchase, payment)
    return 'granted'
  })
}

async function grant(tx: Tx<BillingSchema>, purchase: Purchase, payment: Payment): Promise<void> {
  const { id, walletId, credits } = purchase
  await markPaid(tx, id, payment)
  await grantCredits(tx, { wallet: walletId, credits, opKey: payment.sessionId, ref: id })
}

async function followReversals(tx: Tx<BillingSchema>, purchase: Purchase, payment: Payment): Promise<void> {
  const { id, walletId } = purchase
  const withdrawal = await findWithdrawalOf(tx, id)
  const taken = await readTaken(tx, id)
  const missing = creditsToTake(purchase, {
    reversals: payment.reversals,
    withdrawals: withdrawal ? [withdrawal] : [],
    taken: taken.credits,
  })
  if (missing === 0) return
  // The purchase's row is locked: the number of movements names this one alone.
  const movement = {
    wallet: walletId,
    credits: Math.abs(missing),
    opKey: `${id}/${taken.movements}`,
    ref: id,
  }
  await (missing > 0 ? takeCredits(tx, movement) : releaseCredits(tx, movement))
}
