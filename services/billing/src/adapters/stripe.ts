import { checkoutReturns, type CheckoutNext, type PaymentJob } from '@equerre/contract/billing'
import { readAddress } from '@equerre/contract/language'
import Stripe from 'stripe'
import type { Payment, Purchase } from '../core/payment.ts'
import { nameIn, reversalEvents } from './stripe-events.ts'
import { listReversals } from './stripe-reversals.ts'

type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Replaces Stripe's own address; set for the stand-in. */
  readonly apiUrl: string | undefined
  readonly invoice: boolean
  readonly taxId: boolean
  readonly termsConsent: boolean
}

/** What the buyer reads about the purchase, and the page of the site that they return to. */
type Buyer = { readonly site: string; readonly next: CheckoutNext; readonly productName: string }

/** A withdrawal, and how much of its price is refunded. */
type Refundable = { readonly id: string; readonly refundCents: number }

/** The order or the payment that a job is about. */
export type PaymentName = Exclude<PaymentJob, { withdrawal: string }>

export type StripeAccount = ReturnType<typeof openStripe>

/** A message that was not signed with our secret in the last five minutes. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature' as const
}

/** Whether an order was refused because its purchase has another one. */
export function isOtherOrder(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError
}

const toleranceS = 300
const timeoutMs = 10_000
const pageSize = 100
const listedMax = 10_000

/** The client for Stripe; its vocabulary stays in this file. */
export function openStripe(settings: StripeSettings) {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  return {
    /** Opens the order of a purchase, or finds it: Stripe answers the same for the same purchase from the same site. */
    openOrder: (purchase: Purchase, { site, next, productName }: Buyer) =>
      openOrder(stripe, settings, { purchase, site, next, productName }),

    /** Null for what Stripe does not know, and for a payment without an order. */
    readPayment: (name: PaymentName) => readPayment(stripe, name),

    /** The address of an order's invoice; null when Stripe wrote none. */
    findInvoice: (sessionId: string) => findInvoice(stripe, sessionId),

    /** Refunds a withdrawal, once however often it is called. @returns the refund's id */
    refund: (paymentId: string, withdrawal: Refundable) => refund(stripe, paymentId, withdrawal),

    /** Paid orders that were created since a time. */
    listPaidOrders: async (since: Date): Promise<string[]> => {
      const sessions = await stripe.checkout.sessions
        .list({ created: { gte: seconds(since) }, status: 'complete', limit: pageSize })
        .autoPagingToArray({ limit: listedMax })
      return sessions.filter(({ payment_status }) => payment_status === 'paid').map(({ id }) => id)
    },

    /** Payments with a refund or a dispute that has changed since a time. */
    listReversedPayments: async (since: Date): Promise<string[]> => {
      const events = await stripe.events
        .list({ created: { gte: seconds(since) }, types: [...reversalEvents], limit: pageSize })
        .autoPagingToArray({ limit: listedMax })
      const names = events.flatMap((event) => nameIn(event) ?? [])
      return [...new Set(names.flatMap((name) => ('payment' in name ? name.payment : [])))]
    },

    /**
     * Reads a signed message.
     * @returns what to look up; null when the message is about something else
     * @throws InvalidSignature
     */
    readEvent: (body: Uint8Array, signature: string): PaymentName | null => {
      try {
        const bytes = Buffer.from(body)
        return nameIn(stripe.webhooks.constructEvent(bytes, signature, settings.webhookSecret, toleranceS))
      } catch (error) {
        throw new InvalidSignature('the signature does not fit', { cause: error })
      }
    },
  }
}

function addressOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' }
}

async function openOrder(
  stripe: Stripe,
  settings: StripeSettings,
  { purchase, site, next, productName }: { purchase: Purchase } & Buyer,
): Promise<{ sessionId: string; url: string }> {
  const { id, walletId, amountCents, currency, pack } = purchase
  const at = (path: string) => new URL(path, site).href
  const price = {
    currency,
    unit_amount: amountCents,
    tax_behavior: 'inclusive',
    product_data: { name: productName },
  } as const
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      locale: readAddress(next).language,
      client_reference_id: walletId,
      metadata: { purchase_id: id, pack },
      line_items: [{ quantity: 1, price_data: price }],
      success_url: at(checkoutReturns(next).paid),
      cancel_url: at(checkoutReturns(next).cancelled),
      // The buyer must pay the amount that was agreed, in the currency that was agreed.
      adaptive_pricing: { enabled: false },
      invoice_creation: { enabled: settings.invoice },
      tax_id_collection: { enabled: settings.taxId },
      ...(settings.termsConsent ? { consent_collection: { terms_of_service: 'required' } } : {}),
    },
    { idempotencyKey: `purchase-${id}` },
  )
  if (session.url === null) throw new Error(`order ${session.id} has no page`)
  return { sessionId: session.id, url: session.url }
}

async function readPayment(stripe: Stripe, name: PaymentName): Promise<Payment | null> {
  const session = await findSession(stripe, name)
  if (!session) return null
  const intent = session.payment_intent
  const paymentId = intent === null || typeof intent === 'string' ? intent : intent.id
  return {
    sessionId: session.id,
    paymentId,
    state: stateOf(session),
    amountCents: session.amount_total,
    currency: session.currency,
    purchaseId: session.metadata?.['purchase_id'] ?? null,
    pack: session.metadata?.['pack'] ?? null,
    walletId: session.client_reference_id,
    reversals: paymentId === null ? [] : await listReversals(stripe, paymentId),
  }
}

async function findInvoice(stripe: Stripe, sessionId: string): Promise<string | null> {
  const { invoice } = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['invoice'] })
  return typeof invoice === 'object' ? (invoice?.hosted_invoice_url ?? null) : null
}

async function refund(stripe: Stripe, paymentId: string, { id, refundCents }: Refundable): Promise<string> {
  const refunded = await stripe.refunds.create(
    { payment_intent: paymentId, amount: refundCents, metadata: { withdrawal_id: id } },
    { idempotencyKey: `withdrawal-${id}` },
  )
  return refunded.id
}

async function findSession(stripe: Stripe, name: PaymentName): Promise<Stripe.Checkout.Session | null> {
  if ('payment' in name) {
    const query = { payment_intent: name.payment, limit: 1, expand: ['data.payment_intent'] }
    return (await stripe.checkout.sessions.list(query)).data[0] ?? null
  }
  try {
    return await stripe.checkout.sessions.retrieve(name.session, { expand: ['payment_intent'] })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

function stateOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): Payment['state'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  // A session with nothing to pay counts as paid here; its amount then does not match.
  if (payment_status !== 'unpaid') return 'paid'
  const intent = typeof payment_intent === 'object' ? payment_intent : null
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'pending'
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}
