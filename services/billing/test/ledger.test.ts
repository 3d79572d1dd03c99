import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPostgres } from './ledger-operations.ts'
import { expectOrderly, races } from './ledger-races.ts'
import { expectRefusal, forbiddenWrites } from './ledger-writes.ts'
import { forbiddenPurchaseWrites } from './purchase-writes.ts'

const log = createLog('test', 'silent')
let database: TestDatabase
/** The same database, as the role that owns the ledger, as the gateway's and as auth's. */
let billing: Db<unknown>
let gateway: Db<unknown>
let auth: Db<unknown>

beforeAll(async () => {
  database = await createDatabase()
  billing = openPostgres(database.urls.billing, { connectionsMax: 4, log })
  gateway = openPostgres(database.urls.gateway, { connectionsMax: 20, log })
  auth = openPostgres(database.urls.auth, { connectionsMax: 1, log })
})
afterAll(async () => {
  await Promise.all([billing.destroy(), gateway.destroy(), auth.destroy()])
  await database.drop()
})

describe('overlapping calls', () => {
  it.each(Object.entries(races))('%s', async (_name, race) => {
    await expectOrderly(billing, race())
  })

  it('200 holds at once on 50 credits: 50 succeed', async () => {
    const wallet = randomUUID()
    await onPostgres(billing, { name: 'grant', wallet, opKey: 'cs_1', amount: 50 })
    const replies = await Promise.all(
      Array.from({ length: 200 }, () =>
        onPostgres(gateway, { name: 'hold', wallet, opKey: randomUUID(), amount: 1 }),
      ),
    )
    expect(replies.filter((held) => held === true)).toHaveLength(50)
    expect(replies.filter((held) => held === false)).toHaveLength(150)
    expect(await balance(gateway, wallet)).toBe(0)
  })
})

describe('free credits', () => {
  it('are given once to 1,000 concurrent calls over 20 connections', async () => {
    const wallet = randomUUID()
    const calls = Array.from({ length: 1_000 }, () =>
      onPostgres(gateway, { name: 'top_up', wallet, amount: 5 }),
    )
    const given = (await Promise.all(calls)).filter((credits) => credits !== 0)
    expect(given).toEqual([5])
    expect(await balance(gateway, wallet)).toBe(5)
  })

  it('are capped at billing’s limits, whatever the gateway asks for', async () => {
    const wallet = randomUUID()
    expect(await onPostgres(gateway, { name: 'grant_guest', wallet, amount: 100_000 })).toBe(10)
    expect(await onPostgres(gateway, { name: 'top_up', wallet, amount: 100_000 })).toBe(5)
    expect(await onPostgres(gateway, { name: 'top_up', wallet, amount: 100_000 })).toBe(0)
    expect(await balance(gateway, wallet)).toBe(15)
    const every = sql`select billing.top_up(${wallet}, 5, 0)`.execute(gateway)
    await expect(every).rejects.toThrow(/does not exist/)
  })
})

describe('the tables refuse, even to their owner,', () => {
  it.each(Object.entries({ ...forbiddenWrites, ...forbiddenPurchaseWrites }))(
    '%s',
    async (_name, forbidden) => {
      await expectRefusal(billing, forbidden)
    },
  )
})

describe('a transaction that does not commit', () => {
  it('leaves no hold', async () => {
    const wallet = randomUUID()
    await onPostgres(gateway, { name: 'grant_guest', wallet, amount: 10 })
    const failing = gateway.transaction().execute(async (tx) => {
      await onPostgres(tx, { name: 'hold', wallet, opKey: 'a', amount: 1 })
      throw new Error('the step was not inserted')
    })
    await expect(failing).rejects.toThrow('the step was not inserted')
    expect(await balance(gateway, wallet)).toBe(10)
  })
})

describe('permissions', () => {
  const denied = /permission denied/

  it.each(['grant', 'claw_back', 'release'] as const)(
    'the gateway cannot call %s: only billing sells',
    async (name) => {
      const operation = { name, wallet: randomUUID(), opKey: 'cs_1', amount: 100, ref: 'p1' }
      const call = onPostgres(gateway, operation)
      await expect(call).rejects.toThrow(denied)
    },
  )

  it.each([
    'settle(gen_random_uuid(), $$a$$, $$void$$)',
    'receive(gen_random_uuid(), $$free_topup$$, 1, $$a$$, null)',
    'follow(gen_random_uuid(), $$a$$)',
    'gifts(gen_random_uuid())',
  ])('the gateway cannot call the ledger’s internals: %s', async (call) => {
    await expect(sql`select ${sql.raw(`billing.${call}`)}`.execute(gateway)).rejects.toThrow(denied)
  })

  it.each([
    'select * from billing.wallets',
    'select * from billing.entries',
    'select * from billing.gift_limits',
    'update billing.gift_limits set credits_max = 1000',
    'update billing.wallets set posted = 1000',
    `insert into billing.entries (wallet_id, kind, posted_delta, op_key) values (gen_random_uuid(), 'free_topup', 5, 'x')`,
    'delete from billing.entries',
  ])('no other role can touch the tables: %s', async (statement) => {
    await expect(sql.raw(statement).execute(gateway)).rejects.toThrow(denied)
    await expect(sql.raw(statement).execute(auth)).rejects.toThrow(denied)
  })

  it('auth can read balances but not move credits', async () => {
    const wallet = randomUUID()
    await onPostgres(gateway, { name: 'grant_guest', wallet, amount: 10 })
    expect(await balance(auth, wallet)).toBe(10)
    await expect(onPostgres(auth, { name: 'hold', wallet, opKey: 'a', amount: 1 })).rejects.toThrow(denied)
  })

  it('every function that runs as the owner resolves names only in the ledger’s schema', async () => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
      where pronamespace = 'billing'::regnamespace and prosecdef
        and not coalesce('search_path=billing, pg_temp' = any(proconfig), false)`.execute(billing)
    expect(rows).toEqual([])
  })
})

async function balance(db: Db<unknown>, wallet: string): Promise<number | null | undefined> {
  const { rows } = await sql<{
    credits: number | null
  }>`select billing.balance(${wallet}) as credits`.execute(db)
  return rows[0]?.credits
}
