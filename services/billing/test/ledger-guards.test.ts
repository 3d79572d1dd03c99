import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectHistoriesToAgree } from './ledger-histories.ts'
import { expectOneByOne, expectOrderly, meetingPoint, races } from './ledger-races.ts'
import { expectRefusal, forbiddenWrites } from './ledger-writes.ts'
import { forbiddenPurchaseWrites } from './purchase-writes.ts'

/** The ledger's own tests must fail when one of its guards is removed. */

let database: TestDatabase
let db: Db<unknown>

beforeAll(async () => {
  database = await createDatabase()
  db = openPostgres(database.urls.billing, { connectionsMax: 4, log: createLog('test', 'silent') })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

describe('without its guard in the tables, a test fails:', () => {
  it.each(Object.entries({ ...forbiddenWrites, ...forbiddenPurchaseWrites }))(
    '%s',
    async (_name, forbidden) => {
      const tx = await db.startTransaction().execute()
      try {
        await sql.raw(forbidden.removal).execute(tx)
        await expect(expectRefusal(tx, forbidden)).rejects.toThrow(/resolved/)
      } finally {
        await tx.rollback().execute()
      }
    },
  )
})

type Mutation = { readonly fn: string; readonly text: string; readonly by?: string; readonly nth?: number }
const lock = 'for no key update'

describe('without its guard, a race goes wrong:', () => {
  it.each<[keyof typeof races, Mutation]>([
    ['the same hold twice counts once', { fn: 'hold', text: lock }],
    ['two holds cannot both take the last credit', { fn: 'hold', text: lock }],
    ['a hold does not spend what has just moved', { fn: 'hold', text: lock }],
    ['the same capture twice counts once', { fn: 'settle', text: lock }],
    ['a void loses against a capture', { fn: 'settle', text: lock }],
    ['a void follows the move that has just happened', { fn: 'settle', text: lock }],
    ['a payment is taken back once', { fn: 'claw_back', text: lock }],
    ['what was taken back is given back once', { fn: 'release', text: lock }],
    ['two releases cannot both give back what was taken', { fn: 'release', text: lock }],
    ['credits held just before are owed, not taken back', { fn: 'claw_back', text: lock }],
    ['a hold does not spend what has just been taken back', { fn: 'hold', text: lock }],
    ['a guest moves to one account', { fn: 'move', text: lock }],
    ['a void repays a debt just incurred', { fn: 'settle', text: lock }],
    ['credits that follow a guest repay a debt just incurred', { fn: 'receive', text: lock }],
    ['an account is not given again what its guest had', { fn: 'top_up', text: lock }],
    ['a gift that a debt swallows still counts as given', { fn: 'gifts', text: '- owed_delta' }],
    ['a guest is welcomed once', { fn: 'grant_guest', text: 'on conflict (id) do nothing' }],
    ['a wallet is topped up once', { fn: 'top_up', text: 'on conflict (id) do nothing' }],
  ])('%s', async (name, mutation) => {
    const race = races[name]
    if (!race) throw new RangeError(`no race is called ${name}`)
    await expectOrderly(db, race())
    await withMutation(mutation, () => expect(expectOrderly(db, race())).rejects.toThrow())
  })
})

const meet = `perform pg_advisory_xact_lock_shared(${meetingPoint});`

describe('without its lock, two calls that read before either writes go wrong:', () => {
  it.each<[keyof typeof races, { fn: string; firstWrite: string; nth?: number }]>([
    ['a known wallet is topped up once', { fn: 'top_up', firstWrite: 'perform receive' }],
    ['a payment is granted once', { fn: '"grant"', firstWrite: 'perform receive' }],
    ['an account takes in one guest', { fn: 'move', firstWrite: 'update wallets set moved_to', nth: 1 }],
  ])('%s', async (name, { fn, firstWrite, nth = 0 }) => {
    const race = races[name]
    if (!race) throw new RangeError(`no race is called ${name}`)
    const pause = { fn, text: firstWrite, by: `${meet} ${firstWrite}` }
    await withMutation(pause, async () => {
      await expectOneByOne(db, race())
      await withMutation({ fn, text: lock, nth }, () => expect(expectOneByOne(db, race())).rejects.toThrow())
    })
  })
})

describe('without its condition, the model disagrees:', () => {
  it.each<Mutation>([
    { fn: 'hold', text: 'spendable < amount', by: 'false' },
    { fn: 'hold', text: 'and moved_to is null' },
    { fn: 'hold', text: `e.kind = 'hold'`, by: 'false' },
    { fn: 'settle', text: 'ended <> ending', by: 'false' },
    { fn: 'settle', text: 'ended is null', by: 'true' },
    { fn: 'settle', text: 'least(home.owed, amount)', by: '0' },
    { fn: 'settle', text: 'home.moved_to is not null', by: 'false' },
    { fn: 'follow', text: '- source.held' },
    { fn: 'follow', text: '- source.withheld' },
    { fn: 'receive', text: 'least(owed, amount)', by: '0' },
    { fn: 'grant_guest', text: 'least(amount, most)', by: 'amount' },
    { fn: 'top_up', text: `e.kind = 'free_topup'`, by: 'false' },
    { fn: 'top_up', text: 'or w.moved_to = wallet' },
    { fn: 'top_up', text: 'and moved_to is null' },
    { fn: 'top_up', text: 'least(amount, most), ', by: 'amount, ' },
    { fn: '"grant"', text: `e.kind = 'purchase'`, by: 'false' },
    { fn: '"grant"', text: `and kind = 'account'` },
    { fn: 'claw_back', text: `e.kind = 'clawback'`, by: 'false' },
    { fn: 'claw_back', text: `and kind = 'account'` },
    { fn: 'claw_back', text: 'least(posted - held, amount)', by: 'amount' },
    { fn: 'release', text: `e.kind = 'release'`, by: 'false' },
    { fn: 'release', text: 'coalesce(taken, 0) < amount', by: 'false' },
    { fn: 'move', text: 'and moved_to is null' },
    { fn: 'move', text: `and kind = 'guest'` },
    { fn: 'move', text: `and kind = 'account'` },
    { fn: 'move', text: 'moved_to = account)', by: 'false)' },
    { fn: 'move', text: 'gifts(guest) = 0', by: 'false' },
    { fn: 'move', text: 'gifts(guest) + gifts(account) - most', by: 'gifts(guest) - most' },
    { fn: 'move', text: 'least(at_most, (select sum(credits_max) from gift_limits))', by: 'at_most' },
    { fn: 'gifts', text: `, 'free_topup'` },
  ])(
    '%o',
    async (mutation) => {
      await withMutation(mutation, () =>
        expect(expectHistoriesToAgree(db, { numRuns: 200, seed: 1, endOnFailure: true })).rejects.toThrow(),
      )
    },
    60_000,
  )
})

/** Replaces the nth occurrence of a text in a ledger function while `work` runs. */
async function withMutation(
  { fn, text, by = '', nth = 0 }: Mutation,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(${`billing.${fn}`}::regproc) as source`.execute(db)
  const source = rows[0]?.source ?? ''
  const parts = source.split(text)
  if (parts.length < nth + 2) throw new RangeError(`${fn} does not say ${text}`)
  const mutant = parts.slice(0, nth + 1).join(text) + by + parts.slice(nth + 1).join(text)
  try {
    await sql.raw(mutant).execute(db)
    await work()
  } finally {
    await sql.raw(source).execute(db)
  }
}
