import type { WithdrawalOffer } from '@equerre/contract/billing'
import { Problem } from '@equerre/contract/problems'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Purchase } from '../core/payment.ts'
import { unusedPart, withdrawableSince, withdrawalEndsAt, type Withdrawal } from '../core/withdrawal.ts'
import { lockBalance, readBalance, readTaken, takeCredits } from '../store/ledger.ts'
import { listPaidSince, lockPurchase } from '../store/purchases.ts'
import type { Conn } from '../store/schema.ts'
import { findWithdrawalOf, insertWithdrawal } from '../store/withdrawals.ts'
import { enqueuePaymentJob } from './receive-event.ts'

/** The purchases that a user can still withdraw from, and what each would refund now. */
export async function listOffers(ctx: Context, userId: string): Promise<WithdrawalOffer[]> {
  const since = new Date(withdrawableSince(Date.now()))
  const offers = (await listPaidSince(ctx.db, userId, since)).map(async (purchase) => {
    if (await findWithdrawalOf(ctx.db, purchase.id)) return []
    const spendable = await readBalance(ctx.db, userId)
    const { credits, refundCents } = await unusedOf(ctx.db, purchase, spendable)
    const paidAtMs = purchase.paidAtMs ?? 0
    return {
      purchase_id: purchase.id,
      pack: purchase.pack,
      credits: purchase.credits,
      price_cents: purchase.amountCents,
      bought_at: new Date(paidAtMs).toISOString(),
      until: new Date(withdrawalEndsAt(paidAtMs)).toISOString(),
      unused_credits: credits,
      refund_cents: refundCents,
    }
  })
  return (await Promise.all(offers)).flat()
}

/**
 * Withdraws from a purchase: the unused credits go at once, their price is refunded through the payment provider. Repeating
 * it only repeats the acknowledgement.
 * @throws Problem `not_found` for somebody else's purchase, `invalid_request` when it is too late or nothing is unused
 */
export async function withdraw(
  ctx: Context,
  request: { userId: string; purchaseId: string },
): Promise<{ withdrawal: Withdrawal; purchase: Purchase }> {
  const { purchase, withdrawal } = await ctx.db.transaction().execute(async (tx) => {
    const found = await lockPurchase(tx, request.purchaseId)
    if (found?.walletId !== request.userId || found.paidAtMs === null) throw new Problem('not_found')
    const earlier = await findWithdrawalOf(tx, found.id)
    return { purchase: found, withdrawal: earlier ?? (await declare(tx, found)) }
  })
  // A job lost to a queue outage does no harm: the reconciler looks for withdrawals without a refund.
  if (withdrawal.refundId === null)
    await enqueuePaymentJob(ctx, { withdrawal: withdrawal.id }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a refund waits for the reconciler'),
    )
  return { withdrawal, purchase }
}

async function declare(tx: Conn, purchase: Purchase): Promise<Withdrawal> {
  const declaredAtMs = Date.now()
  if ((purchase.paidAtMs ?? 0) < withdrawableSince(declaredAtMs)) throw new Problem('withdrawal_too_late')
  const { credits, refundCents, movements } = await unusedOf(
    tx,
    purchase,
    await lockBalance(tx, purchase.walletId),
  )
  if (refundCents === 0) throw new Problem('withdrawal_used_up')
  const withdrawal = { id: randomUUID(), purchaseId: purchase.id, credits, refundCents }
  const declared = { ...withdrawal, refundId: null, declaredAtMs }
  await insertWithdrawal(tx, declared)
  const { id, walletId } = purchase
  await takeCredits(tx, { wallet: walletId, credits, opKey: `${id}/${movements}`, ref: id })
  return declared
}

async function unusedOf(db: Conn, purchase: Purchase, spendable: number) {
  const taken = await readTaken(db, purchase.id)
  return { ...unusedPart(purchase, { taken: taken.credits, spendable }), movements: taken.movements }
}
