import type { PackId } from '@equerre/contract/billing'
import { packs, type Pack } from '@equerre/contract/packs'
import { balance, clawBack, grant, release, type Ledger } from '../src/core/ledger.ts'

/** What has happened to an order at Stripe, whether or not billing knows. */
export type Order = {
  readonly account: string
  readonly purchaseId: string
  readonly sessionId: string
  readonly pack: PackId
  state: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
  paymentId: string
  refunds: { id: string; cents: number; live: boolean }[]
  dispute: { id: string; live: boolean } | null
  /** Declared to billing; `atStripe` once its refund exists there, whether or not billing knows. */
  withdrawal: { id: string; cents: number; atStripe: boolean } | null
  /** What billing's ledger has recorded so far: granted or not, credits taken back, and the number of movements. */
  granted: boolean
  taken: number
  movements: number
}

type Hold = { readonly wallet: string; readonly opKey: string; ended: boolean }

/** The state of the stateful test: the ledger as the pure rules compute it, and what happened outside. */
export type Model = {
  ledger: Ledger
  readonly guests: readonly string[]
  /** Accounts that have not been erased. */
  accounts: string[]
  readonly holds: Hold[]
  readonly orders: Order[]
  /** Messages about orders that have not arrived yet, in any order. */
  mail: Order[]
}

/** Guests whose wallets have not been erased along with the account that took them in. */
export function guestsOf({ ledger, guests, accounts }: Model): string[] {
  return guests.filter((guest) => {
    const moved = ledger.wallets.get(guest)?.moved
    return !moved || accounts.includes(moved.to)
  })
}

/** All wallets that can still be found by an id. */
export function walletsOf(model: Model): string[] {
  return [...guestsOf(model), ...model.accounts]
}

/** Updates the model's ledger as billing must when it checks an order. */
export function look(model: Model, order: Order): void {
  // An erased buyer can neither gain nor owe anything.
  if (!model.accounts.includes(order.account)) return
  const { account: wallet, sessionId, pack } = order
  const { credits, priceCents } = offer(pack)
  if (order.state === 'paid' && !order.granted) {
    order.granted = true
    model.ledger = grant(model.ledger, { wallet, opKey: sessionId, amount: credits }).ledger
  }
  if (order.granted) follow(model, order, Math.round((credits * moneyBack(order)) / priceCents))
}

export function offer(pack: PackId): Pack {
  const found = packs.find(({ id }) => id === pack)
  if (!found) throw new RangeError(`no pack is called ${pack}`)
  return found
}

/** What Stripe can still refund of a paid order, in cents. */
export function refundable({ refunds, pack }: Order): number {
  return refunds.reduce((left, { cents, live }) => left - (live ? cents : 0), offer(pack).priceCents)
}

/** The unused part of an order, which a withdrawal takes; free credits count as spent first. */
export function unusedOf({ ledger }: Model, { account, pack, taken }: Order): number {
  return Math.max(0, Math.min(offer(pack).credits - taken, balance(ledger, account) ?? 0))
}

/** Takes a withdrawal's credits out of the buyer's wallet before its refund is sent. */
export function withdrawFrom(model: Model, order: Order, withdrawal: { id: string; cents: number }): void {
  const amount = unusedOf(model, order)
  order.withdrawal = { ...withdrawal, atStripe: false }
  move(model, order, amount)
}

/** Cents that were refunded, will be, or are disputed. */
function moneyBack({ refunds, dispute, withdrawal, pack }: Order): number {
  const refunded = refunds.reduce((sum, { cents, live }) => sum + (live ? cents : 0), 0)
  const { priceCents } = offer(pack)
  const underWay = withdrawal && !withdrawal.atStripe ? withdrawal.cents : 0
  return Math.min(priceCents, dispute?.live ? priceCents : refunded + underWay)
}

function follow(model: Model, order: Order, target: number): void {
  if (target !== order.taken) move(model, order, target - order.taken)
}

/** Takes credits back, or gives them back when negative. */
function move(model: Model, order: Order, change: number): void {
  const { account: wallet, purchaseId: ref, movements } = order
  const movement = { wallet, opKey: `${ref}/${movements}`, amount: Math.abs(change), ref }
  model.ledger = (change > 0 ? clawBack : release)(model.ledger, movement).ledger
  order.taken += change
  order.movements += 1
}
