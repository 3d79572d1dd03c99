import type { PackId } from '@equerre/contract/billing'
import type { HistoryLine } from '@equerre/contract/credits'
import { connect } from '@equerre/local/servers/databases'
import type { Session } from '@equerre/local/stand-ins/stripe/account'
import { createLog } from '@equerre/platform/log'
import { openPostgres } from '@equerre/platform/postgres'
import type { Client } from '@equerre/testkit/client'
import type { Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { BillingSchema } from '../src/store/schema.ts'
import { checkLedger } from '../src/store/ledger-checks.ts'

export type Buyer = { readonly client: Client; readonly id: string }

const patience = { timeout: 30_000, interval: 50 }

/** A new user, signed in, without credits. */
export async function buyer(product: Product): Promise<Buyer> {
  const email = `${randomUUID()}@exemple.test`
  const client = await signIn(product.url, { person: 'new', email, name: 'Claire Aubry' })
  const [user] = await rows<{ id: string }>(product, 'select id from auth.users where email = $1', [email])
  return { client, id: user?.id ?? '' }
}

/** Presses « Acheter ». */
export async function open(
  product: Product,
  { client }: Buyer,
  packId: PackId,
): Promise<{ session: Session }> {
  const reply = await client.ask<{ url: string }>(`/api/create-checkout-session/${packId}`, {
    method: 'POST',
  })
  return { session: await product.stripe.session(reply.body.url) }
}

/** A buyer with 200 paid credits. */
export async function bought(product: Product): Promise<Buyer & { paymentId: string }> {
  const person = await buyer(product)
  const { session } = await open(product, person, 'pack200')
  const { payment_intent: paymentId } = await product.stripe.pay(session.id)
  await reached(person, 200)
  return { ...person, paymentId: paymentId ?? '' }
}

/** Polls until what `look` finds matches, with patience for a busy machine. */
export function eventually<T>(look: () => T | Promise<T>) {
  return expect.poll(look, patience)
}

/** Waits until the credits are there, like the page that a buyer returns to. */
export async function reached({ client }: Pick<Buyer, 'client'>, credits: number): Promise<void> {
  await eventually(() => client.credits()).toBe(credits)
}

/** Spends credits as a rectify does. */
export async function spend(product: Product, { id }: Buyer, credits: number): Promise<void> {
  const step = randomUUID()
  await rows(product, 'select billing.hold($1, $2, $3)', [id, step, credits])
  await rows(product, 'select billing.capture($1, $2)', [id, step])
}

/** A buyer's history, newest first. */
export async function lines({ client }: Buyer): Promise<HistoryLine[]> {
  const reply = await client.ask<{ lines: HistoryLine[] }>('/api/credits/history?limit=100')
  return reply.body.lines
}

export async function balances(product: Product, id: string) {
  const [wallet] = await rows(product, 'select posted, held, owed from billing.wallets where id = $1', [id])
  return wallet
}

export function purchases(product: Product, id: string): Promise<{ state: string }[]> {
  return rows(product, 'select state from billing.purchases where wallet_id = $1 order by created_at', [id])
}

/** Number of times billing's log says that this payment grants nothing. */
export function alarms({ logDir }: Product, sessionId: string): number {
  const log = readFileSync(path.join(logDir, 'billing.log'), 'utf8').split('\n')
  return log.filter((line) => line.includes('grants nothing') && line.includes(sessionId)).length
}

/** The violations that the ledger's own check counts on the current tables. */
export async function violationsOf({ database }: Product): Promise<Readonly<Record<string, number>>> {
  const log = createLog('test', 'silent')
  const db = openPostgres<BillingSchema>(database.urls.billing, { connectionsMax: 1, log })
  const violations = await checkLedger(db, 960)
  await db.destroy()
  return Object.fromEntries(Object.entries(violations).filter(([, count]) => count > 0))
}

/** Runs a query as the administrator, who may read everything. */
export async function rows<Row extends object>(
  { database }: Product,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await using client = await connect(database.urls.admin)
  return (await client.query<Row>(query, values)).rows
}
