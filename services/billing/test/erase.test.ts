import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onPostgres } from './ledger-operations.ts'

const log = createLog('test', 'silent')
let database: TestDatabase
/** The same database, as the ledger's owner, as auth, which erases, and as the gateway. */
let billing: Db<unknown>
let auth: Db<unknown>
let gateway: Db<unknown>

beforeAll(async () => {
  database = await createDatabase()
  billing = openPostgres(database.urls.billing, { connectionsMax: 2, log })
  auth = openPostgres(database.urls.auth, { connectionsMax: 4, log })
  gateway = openPostgres(database.urls.gateway, { connectionsMax: 2, log })
})
afterAll(async () => {
  await Promise.all([billing.destroy(), auth.destroy(), gateway.destroy()])
  await database.drop()
})

/** An account that has taken in a guest, bought, spent and been refunded; `step` is still held. */
async function customer() {
  const [guest, account, step] = [randomUUID(), randomUUID(), randomUUID()]
  await onPostgres(gateway, { name: 'grant_guest', wallet: guest, amount: 10 })
  await onPostgres(gateway, { name: 'move', guest, account, atMost: 15 })
  await sql`
    insert into billing.purchases (id, wallet_id, pack, credits, amount_cents, currency, idempotency_key)
    values (${randomUUID()}, ${account}, 'pack100', 100, 500, 'eur', 'key')`.execute(billing)
  await onPostgres(billing, {
    name: 'grant',
    wallet: account,
    opKey: `cs_${account.slice(0, 8)}`,
    amount: 100,
  })
  await onPostgres(billing, { name: 'claw_back', wallet: account, opKey: 'a', amount: 20, ref: 'p' })
  await onPostgres(gateway, { name: 'hold', wallet: account, opKey: step, amount: 1 })
  return { guest, account, step }
}

async function erase(wallet: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ done: boolean }>`select billing.erase(${wallet}) as done`.execute(auth)
  return rows[0]?.done
}

async function dump(): Promise<string> {
  const tables = ['wallets', 'entries', 'purchases', 'withdrawals']
  const texts = await Promise.all(
    tables.map((table) =>
      sql<{ row: string }>`select t::text as row from ${sql.id('billing', table)} t`.execute(billing),
    ),
  )
  return JSON.stringify(texts.map(({ rows }) => rows))
}

async function sums() {
  const { rows } = await sql`
    select sum(posted_delta) as posted, sum(held_delta) as held, sum(owed_delta) as owed, count(*)
    from billing.entries`.execute(billing)
  return rows[0]
}

it('leaves every amount but no trace of the wallet’s owner', async () => {
  const { guest, account, step } = await customer()
  await onPostgres(gateway, { name: 'void', wallet: account, opKey: step })
  const before = await sums()
  expect(await erase(account)).toBe(true)
  const left = await dump()
  expect(left).not.toContain(account)
  expect(left).not.toContain(guest)
  expect(await sums()).toEqual(before)
  expect(await onPostgres(gateway, { name: 'hold', wallet: account, opKey: 'b', amount: 1 })).toBe(false)
  expect(await erase(account)).toBe(true)
})

it('waits until nothing is held, so that open holds still find their wallet', async () => {
  const { account, step } = await customer()
  expect(await erase(account)).toBe(false)
  expect(await dump()).toContain(account)
  await onPostgres(gateway, { name: 'capture', wallet: account, opKey: step })
  expect(await erase(account)).toBe(true)
})

it('happens once for ten concurrent calls', async () => {
  const { account, step } = await customer()
  await onPostgres(gateway, { name: 'void', wallet: account, opKey: step })
  const done = await Promise.all(Array.from({ length: 10 }, () => erase(account)))
  expect(done).toEqual(Array(10).fill(true))
  expect(await dump()).not.toContain(account)
})

it('does nothing for somebody without a wallet', async () => {
  expect(await erase(randomUUID())).toBe(true)
})

it('is reserved to auth', async () => {
  await expect(sql`select billing.erase(gen_random_uuid())`.execute(gateway)).rejects.toThrow(
    /permission denied/,
  )
})
