import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { connect } from '@equerre/local/servers/databases'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAll, checkEntriesUpToNow, type Checks } from '../src/flow/check-entries.ts'
import { readMark, type CheckScope } from '../src/store/check-marks.ts'
import { summarizeHolds } from '../src/store/new-entries.ts'
import type { BillingSchema } from '../src/store/schema.ts'

let database: TestDatabase
let db: Db<BillingSchema>
let checks: Checks
beforeAll(async () => {
  database = await createDatabase()
  const log = createLog('test', 'silent')
  db = openPostgres<BillingSchema>(database.urls.billing, { connectionsMax: 1, log })
  checks = { db, checksDb: db, config: { limits: { stepSecondsMax: 900 } } as Checks['config'] }
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
/** A sound ledger with one purchase and an open hold. */
beforeEach(async () => {
  await damage(`truncate billing.entries, billing.wallets, billing.purchases, billing.withdrawals,
      billing.open_holds, billing.checked_balances restart identity;
    update billing.ledger_checks set entry_id = case scope when 'new' then 0 end, violations = '{}', found_at = null`)
  await sql`insert into billing.wallets (id, kind) values (${account}, 'account')`.execute(db)
  await sql`
    insert into billing.purchases (id, wallet_id, pack, credits, amount_cents, currency, state, session_id, paid_at)
    values (${purchase}, ${account}, 'pack100', 100, 500, 'eur', 'paid', 'cs_1', now())`.execute(db)
  await sql`select billing."grant"(${account}, 100, 'cs_1', ${purchase})`.execute(db)
  await sql`select billing.hold(${account}, 'step', 2)`.execute(db)
})

const [account, guest, purchase] = [randomUUID(), randomUUID(), randomUUID()]

/** Runs a check, and tells what is known of its scope then. */
async function found(scope: CheckScope): Promise<Record<string, number>> {
  await (scope === 'new' ? checkEntriesUpToNow(checks) : checkAll(checks))
  const { violations } = await readMark(db, scope)
  return Object.fromEntries(Object.entries(violations).filter(([, count]) => count > 0))
}

/** What only an administrator with triggers disabled can do. */
async function damage(statements: string): Promise<void> {
  await using admin = await connect(database.urls.admin)
  await admin.query(`set session_replication_role = replica; ${statements}`)
}

const entry = (kind: string, deltas: string, [opKey, ref]: readonly [string, string?]) => `
  insert into billing.entries (wallet_id, kind, posted_delta, held_delta, owed_delta, op_key, ref)
  values ('${account}', '${kind}', ${deltas}, '${opKey}', ${ref === undefined ? 'null' : `'${ref}'`});
  update billing.wallets w set (posted, held, owed) = (
    select sum(posted_delta), sum(held_delta), sum(owed_delta) from billing.entries where wallet_id = w.id)`

type Breakage = readonly [name: string, damage: string, invariant: string]

/** What entries that are just written can do wrong. */
const newBreakage: readonly Breakage[] = [
  [
    'a balance that its entries do not explain',
    `update billing.wallets set posted = posted + 1; select billing.hold('${account}', 'other', 1)`,
    'I1',
  ],
  [
    'a negative debt',
    `alter table billing.wallets drop constraint owed_not_negative; ${entry('purchase', '1, 0, -1', ['cs_2', purchase])}`,
    'I2',
  ],
  ['an end whose size differs from its hold', entry('void', '0, -1, 0', ['step']), 'I3'],
  ['an end of no hold', entry('void', '0, -1, 0', ['no step']), 'I3'],
  [
    'a hold that ends twice',
    `drop index billing.settled_once; ${entry('hold', '0, 2, 0', ['other'])}; ${entry('void', '0, -2, 0', ['step'])}; ${entry('capture', '-2, -2, 0', ['step'])}`,
    'I3',
  ],
  ['a purchase in the ledger that was never paid', entry('purchase', '100, 0, 0', ['cs_2']), 'I5'],
  ['a purchase that is booked twice', entry('purchase', '100, 0, 0', ['cs_2', purchase]), 'I5'],
  [
    'a paid purchase without its credits',
    `insert into billing.purchases (id, wallet_id, pack, credits, amount_cents, currency, state, session_id, paid_at)
    values (gen_random_uuid(), '${account}', 'pack100', 100, 500, 'eur', 'paid', 'cs_3', now())`,
    'I5',
  ],
  ['more taken back than was bought', entry('clawback', '-98, 0, 3', ['x', purchase]), 'I6'],
  ['something taken back for nothing', entry('clawback', '-1, 0, 0', ['x']), 'I6'],
  [
    'credits held for ever',
    `${entry('hold', '0, 1, 0', ['old'])}; update billing.entries set at = now() - interval '1 day' where op_key = 'old'`,
    'I7',
  ],
  [
    'a merge that loses credits on the way',
    `insert into billing.wallets (id, kind, moved_to) values ('${guest}', 'guest', '${account}');
    insert into billing.entries (wallet_id, kind, posted_delta, op_key) values
      ('${guest}', 'grant_guest', 10, 'welcome'), ('${guest}', 'move_out', -10, 'merge')`,
    'I8',
  ],
  [
    'credits to spend beside a debt',
    `alter table billing.wallets drop constraint debts_come_first; ${entry('clawback', '0, 0, 1', ['x', purchase])}`,
    'I11',
  ],
  [
    'credits left to a guest that has merged',
    `insert into billing.wallets (id, kind, moved_to, posted) values ('${guest}', 'guest', '${account}', 10);
    insert into billing.entries (wallet_id, kind, posted_delta, op_key) values ('${guest}', 'grant_guest', 10, 'welcome')`,
    'I12',
  ],
]

/** What somebody can do to old rows. */
const oldBreakage: readonly Breakage[] = [
  ['a balance that its entries do not explain', `update billing.wallets set posted = posted + 1`, 'I1'],
  ['an entry that was changed', `update billing.entries set held_delta = 1 where op_key = 'step'`, 'I1'],
  ['a purchase whose entry is gone', `delete from billing.entries where kind = 'purchase'`, 'I5'],
  ['credits held for ever', `update billing.entries set at = now() - interval '1 day'`, 'I7'],
  [
    'a purchase that is not paid any more',
    `update billing.purchases set state = 'failed', paid_at = null`,
    'I5',
  ],
]

it.each(newBreakage)('both checks find %s', async (_name, statements, invariant) => {
  expect(await found('new')).toEqual({})
  expect(await found('whole')).toEqual({})
  await damage(statements)
  expect(await found('new')).toHaveProperty(invariant)
  expect(await found('whole')).toHaveProperty(invariant)
})

it.each(oldBreakage)('the whole check finds %s in old rows', async (_name, statements, invariant) => {
  await damage(statements)
  expect(await found('whole')).toHaveProperty(invariant)
})

describe('the check of new entries', () => {
  it('remembers what it found until the whole ledger is sound', async () => {
    await damage(entry('void', '0, -1, 0', ['no step']))
    expect(await found('new')).toHaveProperty('I3')
    expect(await found('new'), 'a minute later').toHaveProperty('I3')
    expect(await found('whole')).toHaveProperty('I3')
    await damage(`delete from billing.entries where op_key = 'no step';
      update billing.wallets set held = 2`)
    expect(await found('whole')).toEqual({})
    expect(await found('new')).toEqual({})
  })

  it('knows which holds are open', async () => {
    await found('new')
    expect(await summarizeHolds(db)).toMatchObject({ open: 2 })
    await sql`select billing.hold(${account}, 'short', 3), billing.capture(${account}, 'step')`.execute(db)
    await found('new')
    expect(await summarizeHolds(db)).toMatchObject({ open: 3 })
    await sql`select billing.void(${account}, 'short')`.execute(db)
    await found('new')
    expect(await summarizeHolds(db)).toEqual({ open: 0, oldestSeconds: 0 })
  })

  it('does not pass over an entry whose transaction commits late', async () => {
    await using slow = await connect(database.urls.admin)
    await slow.query(
      `set session_replication_role = replica; begin; ${entry('void', '0, -1, 0', ['no step'])}`,
    )
    await sql`insert into billing.wallets (id, kind) values (${guest}, 'guest')`.execute(db)
    await sql`select billing.top_up(${guest}, 5)`.execute(db)
    const checked = found('new')
    // Time enough for a check that does not wait to be over.
    await sleep(500)
    await slow.query('commit')
    await checked
    expect(await found('new')).toHaveProperty('I3')
  })

  it('does not move its mark when it fails', async () => {
    await found('new')
    await damage(entry('void', '0, -1, 0', ['no step']))
    await damage('alter table billing.checked_balances rename to elsewhere')
    await expect(found('new')).rejects.toThrow()
    await damage('alter table billing.elsewhere rename to checked_balances')
    expect(await found('new')).toHaveProperty('I3')
  })

  it('leaves the work to another process that is at it', async () => {
    await using other = await connect(database.urls.billing)
    await other.query(`begin; select pg_advisory_xact_lock(hashtext('check ledger: new'))`)
    const before = await readMark(db, 'new')
    await checkEntriesUpToNow(checks)
    expect(await readMark(db, 'new')).toEqual(before)
    await other.query('commit')
    await checkEntriesUpToNow(checks)
    expect((await readMark(db, 'new')).entryId).toBeGreaterThan(before.entryId!)
  })
})
