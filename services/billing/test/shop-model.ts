import type { PackId } from '@equerre/contract/billing'
import { packs, type Pack } from '@equerre/contract/packs'
import { balance, clawBack, grant, release, type Ledger } from '../src/core/ledger.ts'

/** What has happened to one order at Stripe, whether or not billing has been told. */
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
  /** What billing's ledger says, as far as it has looked: granted or not, credits taken back, in how many movements. */
  granted: boolean
  taken: number
  movements: number
}

type Hold = { readonly wallet: string; readonly opKey: string; ended: boolean }

/** The whole world of the stateful test: the ledger as the pure rules have it, and what happened outside. */
export type Model = {
  ledger: Ledger
  readonly guests: readonly string[]
  /** Accounts that have not been erased. */
  accounts: string[]
  readonly holds: Hold[]
  readonly orders: Order[]
  /** Messages about orders that have not arrived yet, in no order. */
  mail: Order[]
}

/** The guests whose wallets have not been erased with the account that took them in. */
export function guestsOf({ ledger, guests, accounts }: Model): string[] {
  return guests.filter((guest) => {
    const moved = ledger.wallets.get(guest)?.moved
    return !moved || accounts.includes(moved.to)
  })
}

/** Everybody whose wallet can be found by an id. */
export function walletsOf(model: Model): string[] {
  return [...guestsOf(model), ...model.accounts]
}

/** Does to the ledger what billing must do when it looks at an order. */
export function look(model: Model, order: Order): void {
  // An erased buyer is nobody whom anything could be for.
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

/** What Stripe would still give back of a paid order, in cents. */
export function refundable({ refunds, pack }: Order): number {
  return refunds.reduce((left, { cents, live }) => left - (live ? cents : 0), offer(pack).priceCents)
}

/** The unused part of an order, which a withdrawal takes; free credits count as spent first. */
export function unusedOf({ ledger }: Model, { account, pack, taken }: Order): number {
  return Math.max(0, Math.min(offer(pack).credits - taken, balance(ledger, account) ?? 0))
}

/** Takes the credits of a withdrawal out of the buyer's wallet, its price not being on its way yet. */
export function withdrawFrom(model: Model, order: Order, withdrawal: { id: string; cents: number }): void {
  const amount = unusedOf(model, order)
  order.withdrawal = { ...withdrawal, atStripe: false }
  move(model, order, amount)
}

/** Cents that are not ours any more, or may not be. */
function moneyBack({ refunds, dispute, withdrawal, pack }: Order): number {
  const refunded = refunds.reduce((sum, { cents, live }) => sum + (live ? cents : 0), 0)
  const { priceCents } = offer(pack)
  const underWay = withdrawal && !withdrawal.atStripe ? withdrawal.cents : 0
  return Math.min(priceCents, dispute?.live ? priceCents : refunded + underWay)
}

function follow(model: Model, order: Order, target: number): void {
  if (target !== order.taken) move(model, order, target - order.taken)
}

/** Takes credits back, or gives some again when negative. */
function move(model: Model, order: Order, change: number): void {
  const { account: wallet, purchaseId: ref, movements } = order
  const movement = { wallet, opKey: `${ref}/${movements}`, amount: Math.abs(change), ref }
  model.ledger = (change > 0 ? clawBack : release)(model.ledger, movement).ledger
  order.taken += change
  order.movements += 1
}
