import type { PackId } from '@equerre/contract/billing'
import type { Db } from '@equerre/platform/postgres'
import type { StripeControl } from '@equerre/testkit/stripe'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Context } from '../src/context.ts'
import { applyPayment } from '../src/flow/apply-payment.ts'
import { reconcile } from '../src/flow/reconcile.ts'
import { refundWithdrawal } from '../src/flow/refund-withdrawal.ts'
import { startCheckout } from '../src/flow/start-checkout.ts'
import { withdraw } from '../src/flow/withdraw.ts'
import { onModel, onPostgres, type Operation } from './ledger-operations.ts'
import { survives } from './shop-deaths.ts'
import {
  guestsOf,
  look,
  offer,
  refundable,
  unusedOf,
  walletsOf,
  withdrawFrom,
  type Model,
  type Order,
} from './shop-model.ts'

const site = 'https://equerre.example'

export type Real = { readonly ctx: Context; readonly db: Db<unknown>; readonly stripe: StripeControl }

/** Something that can happen. `pick` chooses among the candidates; without any, nothing happens. */
export type Action =
  | { readonly kind: 'welcome' | 'top up' | 'merge' | 'capture' | 'void' | 'erase'; readonly pick: number }
  | { readonly kind: 'hold'; readonly pick: number; readonly amount: number }
  | { readonly kind: 'buy'; readonly pick: number; readonly pack: PackId }
  | { readonly kind: 'pay'; readonly pick: number; readonly delayed: boolean }
  | { readonly kind: 'settle'; readonly pick: number; readonly succeeds: boolean }
  | { readonly kind: 'expire' | 'fail refund' | 'dispute' | 'lose'; readonly pick: number }
  | { readonly kind: 'refund'; readonly pick: number; readonly percent: number }
  | { readonly kind: 'close dispute'; readonly pick: number; readonly won: boolean }
  | { readonly kind: 'deliver'; readonly pick: number; readonly copies: number }
  | {
      readonly kind: 'die delivering' | 'withdraw' | 'refund withdrawal'
      readonly pick: number
      readonly statements: number
    }
  | { readonly kind: 'end again'; readonly pick: number; readonly name: 'capture' | 'void' }
  | { readonly kind: 'reconcile' }

type Perform<A extends Action> = (model: Model, real: Real, action: A) => Promise<void>

/** Performs each action on the real system and on the model. */
export const perform: { readonly [Kind in Action['kind']]: Perform<Extract<Action, { kind: Kind }>> } = {
  welcome: async (model, real, { pick }) => {
    const wallet = maybe(guestsOf(model), pick)
    if (wallet) await call(model, real, { name: 'grant_guest', wallet, amount: 10 })
  },
  'top up': async (model, real, { pick }) => {
    const wallet = maybe(walletsOf(model), pick)
    if (wallet) await call(model, real, { name: 'top_up', wallet, amount: 5 })
  },
  merge: async (model, real, { pick }) => {
    const account = maybe(model.accounts, pick)
    const guest = maybe(guestsOf(model), Math.floor(pick / 7))
    if (account && guest) await call(model, real, { name: 'move', guest, account, atMost: 15 })
  },
  hold: async (model, real, { pick, amount }) => {
    const wallet = maybe(walletsOf(model), pick)
    if (!wallet) return
    const opKey = randomUUID()
    const held = await call(model, real, { name: 'hold', wallet, opKey, amount })
    if (held === true) model.holds.push({ wallet, opKey, ended: false })
  },
  capture: (model, real, { pick }) => end(model, real, { pick, name: 'capture' }),
  void: (model, real, { pick }) => end(model, real, { pick, name: 'void' }),
  buy: async (model, real, { pick, pack: packId }) => {
    const userId = maybe(model.accounts, pick)
    if (!userId) return
    const { url } = await startCheckout(real.ctx, {
      userId,
      packId,
      site,
      next: '/account',
      productName: packId,
      idempotencyKey: undefined,
    })
    const { id: sessionId, metadata } = await real.stripe.session(url)
    openAccount(model, userId)
    model.orders.push({
      account: userId,
      purchaseId: metadata['purchase_id'] ?? '',
      sessionId,
      pack: packId,
      state: 'open',
      paymentId: '',
      refunds: [],
      dispute: null,
      withdrawal: null,
      granted: false,
      taken: 0,
      movements: 0,
    })
  },
  pay: (model, real, { pick, delayed }) =>
    on(model, { pick, state: 'open' }, async (order) => {
      const paid = await real.stripe.pay(order.sessionId, { delayed })
      order.paymentId = paid.payment_intent ?? ''
      order.state = delayed ? 'pending' : 'paid'
    }),
  settle: (model, real, { pick, succeeds }) =>
    on(model, { pick, state: 'pending' }, async (order) => {
      await real.stripe.settle(order.sessionId, { succeeds })
      order.state = succeeds ? 'paid' : 'failed'
    }),
  expire: (model, real, { pick }) =>
    on(model, { pick, state: 'open' }, async (order) => {
      await real.stripe.expire(order.sessionId)
      order.state = 'expired'
    }),
  refund: (model, real, { pick, percent }) =>
    on(model, { pick, state: 'paid' }, async (order) => {
      const price = offer(order.pack).priceCents
      const cents = Math.min(refundable(order), Math.max(1, Math.round((price * percent) / 100)))
      if (cents < 1) return
      const { id } = await real.stripe.refund(order.paymentId, cents)
      order.refunds.push({ id, cents, live: true })
    }),
  'fail refund': (model, real, { pick }) =>
    on(model, { pick, state: 'paid' }, async (order) => {
      const refund = order.refunds.find(({ live }) => live)
      if (!refund) return
      await real.stripe.failRefund(refund.id)
      refund.live = false
    }),
  dispute: (model, real, { pick }) =>
    on(model, { pick, state: 'paid' }, async (order) => {
      if (order.dispute) return
      const { id } = await real.stripe.dispute(order.paymentId)
      order.dispute = { id, live: true }
    }),
  'close dispute': (model, real, { pick, won }) =>
    on(model, { pick, state: 'paid' }, async (order) => {
      if (!order.dispute?.live) return
      await real.stripe.closeDispute(order.dispute.id, won ? 'won' : 'lost')
      order.dispute.live = !won
    }),
  deliver: async (model, { ctx }, { pick, copies }) => {
    const order = take(model, pick)
    if (!order) return
    await Promise.all(Array.from({ length: copies }, () => applyPayment(ctx, nameOf(order))))
    look(model, order)
  },
  'die delivering': async (model, { ctx }, { pick, statements }) => {
    // The queue never learns that the message was handled, so it stays in the mail.
    const order = maybe(model.mail, pick)
    if (!order) return
    let asked = 0
    const readPayment: Context['stripe']['readPayment'] = (name) => {
      asked += 1
      return ctx.stripe.readPayment(name)
    }
    const counting = { ...ctx, stripe: { ...ctx.stripe, readPayment } }
    const survived = await survives({ ctx: counting, statements }, (doomed) =>
      applyPayment(doomed, nameOf(order)),
    )
    // Stripe is asked again only once its first answer is in the ledger.
    if (survived || asked > 1) look(model, order)
  },
  lose: async (model, _real, { pick }) => {
    take(model, pick)
  },
  withdraw: async (model, { ctx }, { pick, statements }) => {
    const paid = model.orders.filter(({ state }) => state === 'paid')
    const order = maybe(paid, pick)
    if (!order) return
    const { account: userId, purchaseId } = order
    const refusal = refusalOf(model, order)
    const ask = (doomed: Context) => withdraw(doomed, { userId, purchaseId })
    if (refusal !== null) return expect(ask(ctx)).rejects.toMatchObject({ code: refusal })
    const survived = await survives({ ctx, statements }, ask)
    if (!survived || order.withdrawal) return
    const { id, credits, refundCents: cents } = (await ask(ctx)).withdrawal
    expect(credits).toBe(unusedOf(model, order))
    withdrawFrom(model, order, { id, cents })
  },
  'refund withdrawal': async (model, real, { pick, statements }) => {
    const order = maybe(withdrawn(model), pick)
    if (!order?.withdrawal) return
    const { id, cents, atStripe } = order.withdrawal
    const declined = !atStripe && cents > refundable(order)
    const work = (doomed: Context) => refundWithdrawal(doomed, id)
    await survives({ ctx: real.ctx, statements }, work).catch((error: unknown) => {
      if (!declined) throw error
    })
    await hearOfRefund(model, real, order)
  },
  'end again': async (model, real, { pick, name }) => {
    const known = walletsOf(model)
    const hold = maybe(
      model.holds.filter(({ ended, wallet }) => ended && known.includes(wallet)),
      pick,
    )
    if (hold) await call(model, real, { name, wallet: hold.wallet, opKey: hold.opKey })
  },
  reconcile: async (model, real) => {
    await reconcile(real.ctx)
    for (const order of model.orders) look(model, order)
    for (const order of withdrawn(model)) await hearOfRefund(model, real, order)
  },
  erase: async (model, { db }, { pick }) => {
    const account = maybe(model.accounts, pick)
    if (!account) return
    const held = model.holds.some(({ wallet, ended }) => !ended && isOf(model, wallet, account))
    const { rows } = await sql<{ done: boolean }>`select billing.erase(${account}) as done`.execute(db)
    expect(rows[0]?.done).toBe(!held)
    if (!held) model.accounts = model.accounts.filter((other) => other !== account)
  },
}

/** The problem code with which billing refuses a withdrawal from an order; null when it accepts. */
function refusalOf(model: Model, order: Order): string | null {
  if (!order.granted || !model.accounts.includes(order.account)) return 'not_found'
  return order.withdrawal || unusedOf(model, order) > 0 ? null : 'invalid_request'
}

function withdrawn(model: Model): Order[] {
  return model.orders.filter(({ withdrawal }) => withdrawal !== null)
}

/** Stripe makes at most one refund per withdrawal; the first sighting sends a message. */
async function hearOfRefund(model: Model, { stripe }: Real, order: Order): Promise<void> {
  const { withdrawal } = order
  if (!withdrawal) return
  const made = (await stripe.refunds()).filter(({ metadata }) => metadata['withdrawal_id'] === withdrawal.id)
  expect(made.length).toBeLessThanOrEqual(1)
  const [refund] = made
  if (!refund || withdrawal.atStripe) return
  expect(refund.amount).toBe(withdrawal.cents)
  withdrawal.atStripe = true
  order.refunds.push({ id: refund.id, cents: refund.amount, live: true })
  model.mail.push(order)
}

function nameOf({ paymentId, sessionId }: Order) {
  return paymentId === '' ? { session: sessionId } : { payment: paymentId }
}

/** Calls a ledger function on both sides, which must reply the same. */
async function call(model: Model, real: Real, operation: Operation): Promise<unknown> {
  const reply = await onPostgres(real.db, operation)
  const expected = onModel(model.ledger, operation)
  expect(reply).toBe(expected.reply)
  model.ledger = expected.ledger
  return reply
}

async function end(
  model: Model,
  real: Real,
  { pick, name }: { pick: number; name: 'capture' | 'void' },
): Promise<void> {
  const hold = maybe(
    model.holds.filter(({ ended }) => !ended),
    pick,
  )
  if (!hold) return
  hold.ended = true
  await call(model, real, { name, wallet: hold.wallet, opKey: hold.opKey })
}

/** Applies an event to an order in a given state; billing learns of it when the message arrives. */
async function on(
  model: Model,
  { pick, state }: { pick: number; state: Order['state'] },
  happen: (order: Order) => Promise<void>,
): Promise<void> {
  const order = maybe(
    model.orders.filter((candidate) => candidate.state === state),
    pick,
  )
  if (!order) return
  await happen(order)
  model.mail.push(order)
}

function take(model: Model, pick: number): Order | undefined {
  const order = maybe(model.mail, pick)
  model.mail = model.mail.filter((other) => other !== order)
  return order
}

function isOf(model: Model, wallet: string, account: string): boolean {
  return wallet === account || model.ledger.wallets.get(wallet)?.moved?.to === account
}

function maybe<T>(things: readonly T[], pick: number): T | undefined {
  return things[pick % Math.max(1, things.length)]
}

/** A purchase opens an empty wallet for its buyer. */
function openAccount(model: Model, wallet: string): void {
  if (model.ledger.wallets.has(wallet)) return
  const wallets = new Map([...model.ledger.wallets, [wallet, { kind: 'account', moved: null } as const]])
  model.ledger = { ...model.ledger, wallets }
}
