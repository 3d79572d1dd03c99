import type { PackId } from '@equerre/contract/billing'
import { packs, type Pack } from '@equerre/contract/packs'
import { clawBack, grant, release, type Ledger } from '../src/core/ledger.ts'

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
  /** What billing's ledger says, as far as it has looked: granted or not, credits taken back, in how many movements. */
  granted: boolean
  taken: number
  movements: number
}

export type Hold = { readonly wallet: string; readonly opKey: string; ended: boolean }

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

/** Cents that are not ours any more, or may not be. */
function moneyBack({ refunds, dispute, pack }: Order): number {
  const refunded = refunds.reduce((sum, { cents, live }) => sum + (live ? cents : 0), 0)
  const { priceCents } = offer(pack)
  return Math.min(priceCents, dispute?.live ? priceCents : refunded)
}

function follow(model: Model, order: Order, target: number): void {
  const change = target - order.taken
  if (change === 0) return
  const { account: wallet, purchaseId: ref, movements } = order
  const movement = { wallet, opKey: `${ref}/${movements}`, amount: Math.abs(change), ref }
  model.ledger = (change > 0 ? clawBack : release)(model.ledger, movement).ledger
  order.taken = target
  order.movements += 1
}
