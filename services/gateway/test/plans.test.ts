import type { Batch } from '@equerre/contract/batches'
import type { ApiKeys } from '@equerre/contract/identity'
import type { WithdrawalOffer } from '@equerre/contract/billing'
import type { RectifyReply } from '@equerre/contract/detourage'
import { Client, jobOf, type Reply } from '@equerre/testkit/client'
import { fillTables, largeTables } from '@equerre/testkit/large-tables'
import { photographDocument } from '@equerre/testkit/pictures'
import { logPlans, watchPlans, type Scan } from '@equerre/testkit/plans'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { planRows } from './support/config.ts'
import { until } from './support/observe.ts'

/** Every statement of the product reads large tables by an index, and no more of them than it needs. */

/** A statement of a person's needs no more; those that clean up go in batches. */
const rowsMax = 2_000

let product: Product
let photo: { bytes: Uint8Array; name: string }
let scans: () => readonly Scan[]
beforeAll(async () => {
  const made = await photographDocument({ seed: 21, width: 800, height: 600, coverage: 0.5 })
  photo = { bytes: made.jpeg, name: 'page.jpg' }
  scans = watchPlans(inject('servers'))
  product = await startProduct({
    env: { RECONCILE_SECONDS: '2' },
    prepare: async ({ urls }) => {
      await fillTables(urls.admin, planRows)
      await logPlans(urls.admin)
    },
  })
}, 3_600_000)
afterAll(() => product.stop())

const exempt = [
  // Reads every entry there is, once a night.
  /from billing\.wallets w left join billing\.entries e on e\.wallet_id = w\.id group by w\.id/,
]

it('every statement of the product finds its rows by an index', async () => {
  await spendAsGuest(await Client.guest(product.url))
  const buyer = await signInWithFiles()
  await buyAndWithdraw(buyer)
  await useKey(buyer)
  await leave(buyer)
  await Promise.all(
    (['gateway', 'auth', 'billing'] as const).map((name) => fetch(`${product.opsUrlOf(name)}/metrics`)),
  )

  // Every periodic task has a turn at the start, but none waits for it.
  await until(async () => new Set(scans().map(({ table }) => table)).size >= largeTables.length)
  const slow = scans().filter(isSlow)
  expect([...new Set(slow.map(describeScan))]).toEqual([])
}, 600_000)

function isSlow({ statement, table, node, rows }: Scan): boolean {
  if (exempt.some((pattern) => pattern.test(statement))) return false
  return (largeTables as readonly string[]).includes(table) && (node === 'Seq Scan' || rows > rowsMax)
}

function describeScan({ statement, table, node, rows }: Scan): string {
  return `${node} reads ${rows} rows of ${table}: ${statement}`
}

/** All that the page does with a file. @returns it */
async function makePage(client: Client): Promise<string> {
  const { ingestion_id } = (await done(client.ingest(photo, { 'Idempotency-Key': randomUUID() }))).body
  await done(client.detect({ ingestion_id }))
  const { artifacts } = (await done(client.rectify({ ingestion_id }))).body
  expect((await client.bytes(artifacts.warped_path!)).status).toBe(200)
  await client.item(ingestion_id)
  return ingestion_id
}

async function spendAsGuest(guest: Client): Promise<void> {
  const first = await makePage(guest)
  const later = { Prefer: 'respond-async', 'Idempotency-Key': randomUUID() }
  const job = jobOf(await guest.oneShot(photo, {}, later))
  await guest.oneShot(photo, {}, later)
  await guest.settle<RectifyReply>(job.id)
  await guest.rectify({ ingestion_id: first }, { 'Idempotency-Key': randomUUID() })
  await guest.ask('/api/credits/add', { method: 'POST' })
  await guest.ask('/api/credits/history?limit=1')
  const { next_cursor: cursor } = (
    await guest.ask<{ next_cursor: string }>('/api/v1/detourage/ingestions?limit=1')
  ).body
  await guest.ask(`/api/v1/detourage/ingestions?limit=1&cursor=${cursor}`)
  await done(guest.erase(first))
  await done(guest.ask('/api/readyz'))
}

/** A guest that becomes an account, and takes its files along. */
async function signInWithFiles(): Promise<Client> {
  const guest = await Client.guest(product.url)
  await makePage(guest)
  return signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` }, guest)
}

async function buyAndWithdraw(client: Client): Promise<void> {
  const { url } = (
    await done(client.ask<{ url: string }>('/api/create-checkout-session/pack100', { method: 'POST' }))
  ).body
  const session = await product.stripe.session(url)
  await product.stripe.pay(session.id)
  await until(async () => (await client.credits()) > 100)
  const { offers } = (await done(client.ask<{ offers: WithdrawalOffer[] }>('/api/withdrawals'))).body
  await done(client.ask(`/api/purchases/${offers[0]!.purchase_id}/invoice`))
  await makePage(client)
  const body = JSON.stringify({
    purchase_id: offers[0]!.purchase_id,
    name: 'Claire Aubry',
    email: 'c@exemple.test',
  })
  await done(
    client.ask('/api/withdrawals', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
  )
  await until(async () => (await product.stripe.refunds()).length > 0)
}

async function useKey(person: Client): Promise<void> {
  const keys = (await done(person.ask<ApiKeys>('/api/api-key/me'))).body
  for (const key of [keys.api_key, keys.test_api_key]) await done(new Client(product.url, key).oneShot(photo))
  await makeBatch(new Client(product.url, keys.api_key))
  await done(person.ask('/api/api-key/rotate', { method: 'POST' }))
  expect((await new Client(product.url, keys.api_key).oneShot(photo)).status).toBe(401)
}

async function makeBatch(program: Client): Promise<void> {
  const { ingestion_id } = (await done(program.ingest(photo))).body
  const address = '/api/v1/detourage/batches'
  const create = (items: readonly object[]) =>
    program.ask<Batch>(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items, assembly: {} }),
    })
  const { id } = (await create([{ ingestion_id, group: 'dossier' }])).body
  await until(async () => (await program.ask<Batch>(`${address}/${id}`)).body.ended_at !== null)
  await done(program.ask(`${address}/${id}/results`))
  const other = (await create([{ ingestion_id, group: 'dossier' }])).body
  await done(program.ask(`${address}/${other.id}`, { method: 'DELETE' }))
}

async function leave(person: Client): Promise<void> {
  await done(person.ask('/api/me'))
  await done(person.ask('/api/me/export'))
  const elsewhere = await signIn(product.url, { person: 'alice' })
  await done(elsewhere.ask('/api/logout', { method: 'POST' }))
  await done(person.ask('/api/me', { method: 'DELETE' }))
}

async function done<Body>(asked: Promise<Reply<Body>>): Promise<Reply<Body>> {
  const reply = await asked
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply
}
