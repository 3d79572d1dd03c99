import type Stripe from 'stripe'
import type { Reversal } from '../core/reversals.ts'

const pageSize = 100
/** More refunds than one payment can plausibly have. */
const listedMax = 1_000

/** The refunds and disputes of a payment. */
export async function listReversals(stripe: Stripe, paymentId: string): Promise<Reversal[]> {
  const query = { payment_intent: paymentId, limit: pageSize }
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list(query).autoPagingToArray({ limit: listedMax }),
    stripe.disputes.list(query).autoPagingToArray({ limit: listedMax }),
  ])
  return [...refunds.map(ofRefund), ...disputes.map(ofDispute)]
}

function ofRefund({ amount, status, metadata }: Stripe.Refund): Reversal {
  const live = status !== 'failed' && status !== 'canceled'
  return { cents: amount, live, withdrawalId: metadata?.['withdrawal_id'] ?? null }
}

/** A warning has not moved any money yet. */
function ofDispute({ amount, status }: Stripe.Dispute): Reversal {
  const live = status !== 'won' && status !== 'prevented' && !status.startsWith('warning_')
  return { cents: amount, live, withdrawalId: null }
}
