import type { StripeStandIn } from '@equerre/local/stand-ins/stripe'
import type { Dispute, Refund, Session } from '@equerre/local/stand-ins/stripe/account'

/** Plays buyers, banks and the network at Stripe's stand-in. */
export class StripeControl {
  /** The key that events must be signed with. */
  readonly webhookSecret: string
  readonly #url: string

  constructor(standIn: StripeStandIn | null) {
    if (!standIn) throw new Error('there is no stand-in: the real Stripe is used')
    this.#url = standIn.url
    this.webhookSecret = standIn.variables.STRIPE_WEBHOOK_SECRET
  }

  /** The order behind a checkout address. */
  async session(checkoutUrl: string): Promise<Session> {
    const sessions = await this.#ask<Session[]>('GET', '/sessions')
    const session = sessions.find(({ id }) => checkoutUrl.endsWith(id))
    if (!session) throw new Error(`no order has the page ${checkoutUrl}`)
    return session
  }

  pay(sessionId: string, { delayed = false } = {}): Promise<Session> {
    return this.#ask('POST', `/sessions/${sessionId}/pay?delayed=${delayed}`)
  }

  settle(sessionId: string, { succeeds }: { succeeds: boolean }): Promise<Session> {
    return this.#ask('POST', `/sessions/${sessionId}/settle?succeeds=${succeeds}`)
  }

  expire(sessionId: string): Promise<Session> {
    return this.#ask('POST', `/sessions/${sessionId}/expire`)
  }

  tamper(sessionId: string, change: Partial<Session>): Promise<Session> {
    return this.#ask('POST', `/sessions/${sessionId}/tamper`, change)
  }

  refund(paymentId: string, cents?: number): Promise<Refund> {
    return this.#ask('POST', `/payments/${paymentId}/refund${cents === undefined ? '' : `?amount=${cents}`}`)
  }

  refunds(): Promise<Refund[]> {
    return this.#ask('GET', '/refunds')
  }

  failRefund(id: string): Promise<Refund> {
    return this.#ask('POST', `/refunds/${id}/fail`)
  }

  dispute(paymentId: string): Promise<Dispute> {
    return this.#ask('POST', `/payments/${paymentId}/dispute`)
  }

  closeDispute(id: string, status: 'won' | 'lost'): Promise<Dispute> {
    return this.#ask('POST', `/disputes/${id}/close?status=${status}`)
  }

  /** How messages are delivered from now on: sent at once, held until `flush`, or lost. */
  async deliver(mode: 'live' | 'held' | 'dropped'): Promise<void> {
    await this.#ask('POST', `/deliveries/${mode}`)
  }

  /** Sends held messages and waits until the shop has accepted them. */
  async flush({ copies = 1, reversed = false } = {}): Promise<void> {
    await this.#ask('POST', `/flush?copies=${copies}&reversed=${reversed}`)
  }

  async #ask<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(`${this.#url}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
    })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }
}
