import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { connect } from '@equerre/local/servers/databases'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkLedger } from '../src/store/ledger-checks.ts'
import type { BillingSchema } from '../src/store/schema.ts'

const holdSecondsMax = 960
let database: TestDatabase
let db: Db<BillingSchema>
beforeEach(async () => {
  database = await createDatabase()
  const log = createLog('test', 'silent')
  db = openPostgres<BillingSchema>(database.urls.billing, { connectionsMax: 2, log })
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const account = randomUUID()
const purchase = randomUUID()

async function found(): Promise<Record<string, number>> {
  const { violations } = await checkLedger(db, holdSecondsMax)
  return Object.fromEntries(Object.entries(violations).filter(([, count]) => count > 0))
}

/** A sound ledger with one purchase, then `damage` that only an administrator with triggers disabled can do. */
async function after(damage: string): Promise<Record<string, number>> {
  await sql`insert into billing.wallets (id, kind) values (${account}, 'account')`.execute(db)
  await sql`
    insert into billing.purchases (id, wallet_id, pack, credits, amount_cents, currency, state, session_id, paid_at)
    values (${purchase}, ${account}, 'pack100', 100, 500, 'eur', 'paid', 'cs_1', now())`.execute(db)
  await sql`select billing."grant"(${account}, 100, 'cs_1', ${purchase})`.execute(db)
  await sql`select billing.hold(${account}, 'step', 2)`.execute(db)
  expect(await found()).toEqual({})
  await using admin = await connect(database.urls.admin)
  await admin.query(`set session_replication_role = replica; ${damage}`)
  return await found()
}

const entry = (kind: string, deltas: string, [opKey, ref]: readonly [string, string?]) => `
  insert into billing.entries (wallet_id, kind, posted_delta, held_delta, owed_delta, op_key, ref)
  values ('${account}', '${kind}', ${deltas}, '${opKey}', ${ref === undefined ? 'null' : `'${ref}'`});
  update billing.wallets w set (posted, held, owed) = (
    select sum(posted_delta), sum(held_delta), sum(owed_delta) from billing.entries where wallet_id = w.id)`

it.each<[string, string, string]>([
  ['a balance not explained by entries', `update billing.wallets set posted = posted + 1`, 'I1'],
  [
    'a negative debt',
    `alter table billing.wallets drop constraint owed_not_negative; ${entry('purchase', '1, 0, -1', ['cs_2', purchase])}`,
    'I2',
  ],
  ['an end whose size differs from its hold', entry('void', '0, -1, 0', ['step']), 'I3'],
  ['a purchase in the ledger that was never paid', entry('purchase', '100, 0, 0', ['cs_2']), 'I5'],
  ['a paid purchase without its credits', `delete from billing.entries where kind = 'purchase'`, 'I5'],
  ['more taken back than was bought', entry('clawback', '-98, 0, 3', ['x', purchase]), 'I6'],
  ['credits held for ever', `update billing.entries set at = now() - interval '1 day'`, 'I7'],
])('counts %s', async (_name, damage, invariant) => {
  expect(await after(damage)).toHaveProperty(invariant)
})
