import type { PackId } from '@equerre/contract/billing'
import { currency } from './packs.ts'
import type { Reversal } from './reversals.ts'

export type PurchaseState = 'open' | 'pending' | 'paid' | 'failed' | 'expired'

/** A request to buy, at the price agreed at that time. */
export type Purchase = {
  readonly id: string
  readonly walletId: string
  readonly pack: PackId
  readonly credits: number
  readonly amountCents: number
  readonly currency: string
  readonly state: PurchaseState
  readonly sessionId: string | null
  readonly paymentId: string | null
  /** Milliseconds since 1970; null until it is paid. */
  readonly paidAtMs: number | null
}

/** What the payment provider currently says about an order. Anything the buyer's browser could change is only a claim. */
export type Payment = {
  readonly sessionId: string
  readonly paymentId: string | null
  readonly state: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
  readonly amountCents: number | null
  readonly currency: string | null
  /** What we wrote on the order when we opened it. */
  readonly purchaseId: string | null
  readonly pack: string | null
  readonly walletId: string | null
  readonly reversals: readonly Reversal[]
}

export type Verdict =
  | { readonly kind: 'grant' }
  | { readonly kind: 'note'; readonly state: Exclude<PurchaseState, 'paid'> }
  | { readonly kind: 'refuse'; readonly reason: Refusal }

/** Why money received grants nothing; a person must look into it. */
export const refusals = [
  'paid for no purchase of ours',
  'another order',
  'written for another purchase',
  'written for another account',
  'written for another pack',
  'in another currency',
  'of another amount',
] as const
type Refusal = (typeof refusals)[number]

/**
 * Decides what a payment means for the purchase that it claims to pay. Nothing is granted unless the amount received is
 * the amount agreed, for that purchase and by that account.
 * @param purchase null when we know of none
 */
export function judge(payment: Payment, purchase: Purchase | null): Verdict {
  if (payment.state !== 'paid') return { kind: 'note', state: payment.state }
  if (!purchase) return { kind: 'refuse', reason: 'paid for no purchase of ours' }
  const reason = mismatch(payment, purchase)
  return reason === null ? { kind: 'grant' } : { kind: 'refuse', reason }
}

function mismatch(payment: Payment, purchase: Purchase): Refusal | null {
  if (purchase.sessionId !== null && purchase.sessionId !== payment.sessionId) return 'another order'
  if (payment.purchaseId !== purchase.id) return 'written for another purchase'
  if (payment.walletId !== purchase.walletId) return 'written for another account'
  if (payment.pack !== purchase.pack) return 'written for another pack'
  if (payment.currency !== currency || purchase.currency !== currency) return 'in another currency'
  return payment.amountCents === purchase.amountCents ? null : 'of another amount'
}
