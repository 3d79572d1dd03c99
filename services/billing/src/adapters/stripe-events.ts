import type Stripe from 'stripe'
import type { PaymentName } from './stripe.ts'

/** Events that report a change to a refund or a dispute. */
export const reversalEvents: readonly string[] = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/** The order or payment that an event is about; null for events about something else. */
export function nameIn(event: Stripe.Event): PaymentName | null {
  const { id, payment_intent } = event.data.object as { id?: unknown; payment_intent?: unknown }
  if (event.type.startsWith('checkout.session.')) return typeof id === 'string' ? { session: id } : null
  if (!reversalEvents.includes(event.type)) return null
  return typeof payment_intent === 'string' ? { payment: payment_intent } : null
}
