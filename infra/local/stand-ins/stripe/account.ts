import { randomBytes } from 'node:crypto'

/** The parts of Stripe's objects that the shop reads; names and values are Stripe's. */
export type Session = {
  readonly id: string
  readonly object: 'checkout.session'
  readonly created: number
  readonly client_reference_id: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly success_url: string
  readonly cancel_url: string
  readonly url: string | null
  readonly description: string
  readonly currency: string
  readonly amount_total: number
  readonly status: 'open' | 'complete' | 'expired'
  readonly payment_status: 'paid' | 'unpaid'
  readonly payment_intent: string | null
  /** Whether to create an invoice after the payment. */
  readonly invoice_creation: { readonly enabled: boolean }
  readonly invoice: string | null
}
export type Invoice = {
  readonly id: string
  readonly object: 'invoice'
  readonly hosted_invoice_url: string
}
type Intent = {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  readonly currency: string
  readonly status: 'processing' | 'succeeded' | 'requires_payment_method'
}
export type Refund = {
  readonly id: string
  readonly object: 'refund'
  readonly created: number
  readonly payment_intent: string
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
  readonly status: 'succeeded' | 'failed'
}
export type Dispute = {
  readonly id: string
  readonly object: 'dispute'
  readonly created: number
  readonly payment_intent: string
  readonly amount: number
  readonly status: 'needs_response' | 'won' | 'lost'
}
export type StripeEvent = {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly livemode: false
  readonly type: string
  readonly data: { readonly object: object }
}

/** Stripe's error for a request that it cannot fulfil; sent with `status`. */
export class Declined extends Error {
  override name = 'Declined' as const
  readonly status: number
  /** As Stripe names it. */
  readonly type: string

  constructor(status: number, message: string, type = 'invalid_request_error') {
    super(message)
    this.status = status
    this.type = type
  }
}

/** A shop's Stripe account: its orders and what became of their money. Each change emits an event. */
export class StripeAccount {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly invoices = new Map<string, Invoice>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly events: StripeEvent[] = []
  readonly #tell: (event: StripeEvent) => void

  constructor(tell: (event: StripeEvent) => void) {
    this.#tell = tell
  }

  open(
    order: Omit<
      Session,
      'id' | 'object' | 'created' | 'url' | 'status' | 'payment_status' | 'payment_intent' | 'invoice'
    >,
    pageUrl: string,
  ): Session {
    const id = makeId('cs_test')
    const url = new URL(`/c/pay/${id}`, pageUrl).href
    const fresh = { status: 'open', payment_status: 'unpaid', payment_intent: null, invoice: null } as const
    return this.#saveSession({ ...order, ...fresh, id, object: 'checkout.session', created: now(), url })
  }

  session(id: string): Session {
    return known(this.sessions, id)
  }

  /** A card pays at once; with `delayed` the money is in transit until `settle`. */
  pay(sessionId: string, { delayed }: { delayed: boolean }): Session {
    const open = this.#openSession(sessionId)
    const { amount_total: amount, currency } = open
    const status = delayed ? 'processing' : 'succeeded'
    const intent: Intent = { id: makeId('pi'), object: 'payment_intent', amount, currency, status }
    this.intents.set(intent.id, intent)
    const paid = delayed ? 'unpaid' : 'paid'
    const done = { status: 'complete', payment_status: paid, payment_intent: intent.id, url: null } as const
    const session = this.#saveSession({ ...open, ...done, invoice: this.#writeInvoice(open) })
    this.#record('checkout.session.completed', session)
    return session
  }

  settle(sessionId: string, { succeeds }: { succeeds: boolean }): Session {
    const session = this.session(sessionId)
    const intent = known(this.intents, session.payment_intent ?? '')
    if (intent.status !== 'processing') throw new Declined(400, 'nothing is on its way')
    this.intents.set(intent.id, { ...intent, status: succeeds ? 'succeeded' : 'requires_payment_method' })
    const settled = succeeds ? this.#saveSession({ ...session, payment_status: 'paid' }) : session
    this.#record(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, settled)
    return settled
  }

  expire(sessionId: string): Session {
    const session = this.#saveSession({ ...this.#openSession(sessionId), status: 'expired', url: null })
    this.#record('checkout.session.expired', session)
    return session
  }

  refund(
    intentId: string,
    { amount, metadata = {} }: { amount?: number; metadata?: Record<string, string> },
  ): Refund {
    const intent = known(this.intents, intentId)
    const given = [...this.refunds.values()]
      .filter(({ payment_intent, status }) => payment_intent === intentId && status === 'succeeded')
      .reduce((sum, refund) => sum + refund.amount, 0)
    const asked = amount ?? intent.amount - given
    if (intent.status !== 'succeeded' || asked < 1 || given + asked > intent.amount)
      throw new Declined(400, 'more than is left of this payment')
    const refund: Refund = {
      id: makeId('re'),
      object: 'refund',
      created: now(),
      payment_intent: intentId,
      amount: asked,
      metadata,
      status: 'succeeded',
    }
    this.refunds.set(refund.id, refund)
    this.#record('refund.created', refund)
    this.#record('charge.refunded', { object: 'charge', id: `ch_${intentId}`, payment_intent: intentId })
    return refund
  }

  failRefund(id: string): Refund {
    const refund: Refund = { ...known(this.refunds, id), status: 'failed' }
    this.refunds.set(id, refund)
    this.#record('refund.failed', refund)
    return refund
  }

  dispute(intentId: string): Dispute {
    const { amount } = known(this.intents, intentId)
    const made = { id: makeId('dp'), object: 'dispute', created: now(), payment_intent: intentId } as const
    const dispute: Dispute = { ...made, amount, status: 'needs_response' }
    this.disputes.set(dispute.id, dispute)
    this.#record('charge.dispute.created', dispute)
    return dispute
  }

  closeDispute(id: string, status: 'won' | 'lost'): Dispute {
    const dispute: Dispute = { ...known(this.disputes, id), status }
    this.disputes.set(id, dispute)
    this.#record('charge.dispute.closed', dispute)
    return dispute
  }

  /**
   * Changes an order behind the shop's back, which is impossible at Stripe; tests check how the shop reacts.
   */
  tamper(sessionId: string, change: Partial<Session>): Session {
    return this.#saveSession({ ...this.session(sessionId), ...change })
  }

  #writeInvoice({ url, invoice_creation }: Session): string | null {
    if (!invoice_creation.enabled || url === null) return null
    const id = makeId('in')
    this.invoices.set(id, { id, object: 'invoice', hosted_invoice_url: `${url}/invoice` })
    return id
  }

  #openSession(id: string): Session {
    const session = this.session(id)
    if (session.status !== 'open') throw new Declined(400, `this order is ${session.status}`)
    return session
  }

  #saveSession(session: Session): Session {
    this.sessions.set(session.id, session)
    return session
  }

  #record(type: string, object: object): void {
    const event: StripeEvent = {
      id: makeId('evt'),
      object: 'event',
      api_version: '2026-01-28',
      created: now(),
      livemode: false,
      type,
      data: { object },
    }
    this.events.push(event)
    this.#tell(event)
  }
}

function known<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id)
  if (!thing) throw new Declined(404, `no such thing: ${id}`)
  return thing
}

function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** Stripe counts time in whole seconds since 1970. */
function now(): number {
  return Math.floor(Date.now() / 1_000)
}
