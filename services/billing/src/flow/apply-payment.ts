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
  'Checks of a received payment that granted nothing, by reason',
  ['reason'],
)
// Prometheus sees no increase in a series that starts at 1.
for (const reason of refusals) refused.inc({ reason }, 0)

/** The outcome of checking a payment; a person must look into `refused`. */
export type Applied = 'granted' | 'up to date' | 'not paid' | 'unknown' | 'refused'

/**
 * Asks Stripe for the state of an order and brings the ledger in line: grants a paid order once, takes back what was
 * refunded or disputed, and restores what was returned. Repeated, late or out-of-order calls change nothing more.
 *
 * Stripe is asked before the purchase is locked, so that no lock waits for the network. What it said may be out of date
 * once the lock is there, and a newer answer already applied; hence credits that moved are checked against a new answer.
 */
export async function applyPayment(ctx: Context, name: PaymentName): Promise<Applied> {
  const first = await applyAnswer(ctx, name)
  let { moved } = first
  while (moved) ({ moved } = await applyAnswer(ctx, name))
  return first.applied
}

async function applyAnswer(ctx: Context, name: PaymentName): Promise<{ applied: Applied; moved: boolean }> {
  const payment = await ctx.stripe.readPayment(name)
  if (!payment) return { applied: 'unknown', moved: false }
  return ctx.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchaseOf(tx, payment)
    if (purchase?.state === 'paid' && purchase.sessionId === payment.sessionId)
      return { applied: 'up to date', moved: await followReversals(tx, purchase, payment) }
    const verdict = judge(payment, purchase)
    if (verdict.kind === 'refuse') {
      const { sessionId } = payment
      refused.inc({ reason: verdict.reason })
      ctx.log.error(
        { sessionId, purchaseId: purchase?.id, reason: verdict.reason },
        'a payment grants nothing',
      )
      return { applied: 'refused', moved: false }
    }
    if (!purchase) return { applied: 'not paid', moved: false }
    if (verdict.kind === 'note') {
      await noteState(tx, purchase.id, verdict.state)
      return { applied: 'not paid', moved: false }
    }
    await grant(tx, purchase, payment)
    await followReversals(tx, purchase, payment)
    return { applied: 'granted', moved: true }
  })
}

async function grant(tx: Tx<BillingSchema>, purchase: Purchase, payment: Payment): Promise<void> {
  const { id, walletId, credits } = purchase
  await markPaid(tx, id, payment)
  await grantCredits(tx, { wallet: walletId, credits, opKey: payment.sessionId, ref: id })
}

/** Whether credits had to move. */
async function followReversals(
  tx: Tx<BillingSchema>,
  purchase: Purchase,
  payment: Payment,
): Promise<boolean> {
  const { id, walletId } = purchase
  const withdrawal = await findWithdrawalOf(tx, id)
  const taken = await readTaken(tx, id)
  const missing = creditsToTake(purchase, {
    reversals: payment.reversals,
    withdrawals: withdrawal ? [withdrawal] : [],
    taken: taken.credits,
  })
  if (missing === 0) return false
  // The purchase's row is locked, so the number of movements so far is a unique key for this one.
  const movement = {
    wallet: walletId,
    credits: Math.abs(missing),
    opKey: `${id}/${taken.movements}`,
    ref: id,
  }
  await (missing > 0 ? takeCredits(tx, movement) : releaseCredits(tx, movement))
  return true
}
