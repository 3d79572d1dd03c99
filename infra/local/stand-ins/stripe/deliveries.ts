import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { StripeEvent } from './account.ts'

const attemptsMax = 6
const firstPauseMs = 500

/** `live` sends at once, `held` keeps until `flush`, `dropped` discards. */
export type DeliveryMode = 'live' | 'held' | 'dropped'

/** Sends events to the shop's webhook, signed as Stripe signs them, and retries until it answers 200. */
export class Deliveries {
  mode: DeliveryMode = 'live'
  readonly #held: StripeEvent[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #closed = new AbortController()
  readonly #url: string
  readonly #secret: string

  constructor(url: string, secret: string) {
    this.#url = url
    this.#secret = secret
  }

  add(event: StripeEvent): void {
    if (this.mode === 'held') this.#held.push(event)
    if (this.mode === 'live') this.#send(event)
  }

  /** Sends held events, each `copies` times, in the order in which they happened or in reverse. */
  flush({ copies, reversed }: { copies: number; reversed: boolean }): number {
    const events = this.#held.splice(0)
    for (const event of reversed ? events.toReversed() : events)
      for (let copy = 0; copy < copies; copy++) this.#send(event)
    return events.length
  }

  /** Resolves when no delivery is in progress. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.settled()
  }

  #send(event: StripeEvent): void {
    const sending = this.#deliver(event).finally(() => this.#running.delete(sending))
    this.#running.add(sending)
  }

  async #deliver(event: StripeEvent): Promise<void> {
    const payload = JSON.stringify(event)
    for (let attempt = 0; attempt < attemptsMax && !this.#closed.signal.aborted; attempt++) {
      if (await this.#post(payload)) return
      await sleep(firstPauseMs * 2 ** attempt, null, { signal: this.#closed.signal }).catch(() => {})
    }
  }

  async #post(payload: string): Promise<boolean> {
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: this.#secret })
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature }
    const { signal } = this.#closed
    return fetch(this.#url, { method: 'POST', headers, body: payload, signal }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
