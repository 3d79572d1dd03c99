import { PackId } from '@equerre/contract/billing'
import { startRedis, type RedisServer } from '@equerre/local/servers/redis'
import { startStripeStandIn } from '@equerre/local/stand-ins/stripe'
import { openPostgres } from '@equerre/platform/postgres'
import { createDatabase } from '@equerre/testkit/database'
import { makeProductFolder } from '@equerre/testkit/servers'
import { StripeControl } from '@equerre/testkit/stripe'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readBillingConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { violations } from '../src/core/ledger-laws.ts'
import { emptyLedger, totals } from '../src/core/ledger.ts'
import { checkEntriesUpToNow } from '../src/flow/check-entries.ts'
import { readMark } from '../src/store/check-marks.ts'
import { checkLedger } from '../src/store/ledger-checks.ts'
import { totalOf } from '../src/store/ledger-rules.ts'
import { historyRuns } from './config.ts'
import { readTables } from './ledger-operations.ts'
import { perform, type Action, type Real } from './shop-actions.ts'
import { walletsOf, type Model } from './shop-model.ts'

/** A queue that delivers nothing: the commands play its deliveries, at least once and in any order. */
let redis: RedisServer
beforeAll(async () => {
  const servers = inject('servers')
  const dir = makeProductFolder(servers)
  redis = await startRedis({
    dir: path.join(dir, 'redis'),
    password: servers.secrets.redis,
    logFile: path.join(dir, 'logs/redis.log'),
  })
})
afterAll(() => redis.stop())

const actionsMax = 100
const runMsMax = 20_000
const pick = fc.nat()
const named = <Kind extends Action['kind']>(...kinds: Kind[]) => fc.constantFrom(...kinds)

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: named('welcome', 'top up', 'merge'), pick }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: named('hold'), pick, amount: fc.integer({ min: 1, max: 120 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: named('capture', 'void'), pick }) },
  { weight: 5, arbitrary: fc.record({ kind: named('buy'), pick, pack: fc.constantFrom(...PackId.options) }) },
  { weight: 5, arbitrary: fc.record({ kind: named('pay'), pick, delayed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: named('settle'), pick, succeeds: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: named('expire', 'fail refund', 'dispute', 'lose'), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: named('refund'), pick, percent: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: named('close dispute'), pick, won: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: named('deliver'), pick, copies: fc.integer({ min: 1, max: 3 }) }),
  },
  // Work with fewer statements is killed after its last one.
  {
    weight: 2,
    arbitrary: fc.record({ kind: named('die delivering'), pick, statements: fc.nat(8) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: named('withdraw'), pick, statements: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: named('refund withdrawal'),
      pick,
      statements: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: named('end again'), pick, name: fc.constantFrom('capture', 'void') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: named('reconcile') }) },
  { weight: 1, arbitrary: fc.record({ kind: named('erase'), pick }) },
)

class Command implements fc.AsyncCommand<Model, Real> {
  readonly action: Action

  constructor(chosen: Action) {
    this.action = chosen
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    await (perform[this.action.kind] as (model: Model, real: Real, action: Action) => Promise<void>)(
      model,
      real,
      this.action,
    )
    await expectAgreement(model, real)
  }

  toString(): string {
    return JSON.stringify(this.action)
  }
}

/** The tables keep the invariants and match the model for every wallet that can still be found. */
async function expectAgreement(model: Model, { db }: Real): Promise<void> {
  const wallets = walletsOf(model)
  const { ledger, balances } = await readTables(db, wallets)
  expect(violations(ledger)).toEqual([])
  const stored = new Map(balances.map(({ id, ...balance }) => [id, balance]))
  for (const wallet of wallets) {
    const expected = totals(model.ledger, wallet)
    expect(totals(ledger, wallet)).toEqual(expected)
    expect(stored.get(wallet) ?? { posted: 0, held: 0, owed: 0 }).toEqual(expected)
  }
}

/** Stripe's refunds for withdrawals are exactly those that billing recorded, each once. */
async function expectRefundsOfWithdrawals({ orders }: Model, { ctx, stripe }: Real): Promise<void> {
  const made = (await stripe.refunds()).filter(({ metadata }) => metadata['withdrawal_id'] !== undefined)
  const known = await ctx.db.selectFrom('withdrawals').select(['id', 'refund_id']).execute()
  expect(known.filter(({ refund_id }) => refund_id !== null).toSorted(byId)).toEqual(
    made.map(({ id, metadata }) => ({ id: metadata['withdrawal_id'], refund_id: id })).toSorted(byId),
  )
  expect(known).toHaveLength(orders.filter(({ withdrawal }) => withdrawal !== null).length)
}

function byId(one: { id: string | undefined }, other: { id: string | undefined }): number {
  return (one.id ?? '').localeCompare(other.id ?? '')
}

/** A separate shop: its own database, and a Stripe stand-in whose messages only the commands deliver. */
async function openShop(): Promise<AsyncDisposableStack & { real: Real }> {
  const cleanup = new AsyncDisposableStack()
  const database = await createDatabase()
  cleanup.defer(database.drop)
  const standIn = await startStripeStandIn('http://127.0.0.1:1')
  cleanup.defer(standIn.stop)
  const stripe = new StripeControl(standIn)
  await stripe.deliver('dropped')
  const config = readBillingConfig({
    ...standIn.variables,
    DATABASE_URL: database.urls.billing,
    REDIS_URL: redis.url,
    INTERNAL_TOKEN: randomUUID(),
    PORT: '0',
  })
  const ctx = createContext(config)
  ctx.log.level = 'silent'
  cleanup.defer(ctx.close)
  const db = openPostgres<unknown>(database.urls.billing, { connectionsMax: 2, log: ctx.log })
  cleanup.defer(() => db.destroy())
  return Object.assign(cleanup, { real: { ctx, db, stripe } })
}

const people = (count: number) => Array.from({ length: count }, () => randomUUID())

it(
  'keeps credits in line with the money through purchases, spending, refunds, disputes, withdrawals, merges and erasures, whatever happens to messages and processes',
  async () => {
    const commands = fc.commands([action.map((chosen) => new Command(chosen))], {
      maxCommands: actionsMax,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(commands, async (history) => {
        await using shop = await openShop()
        const world: Model = {
          ledger: emptyLedger,
          guests: people(2),
          accounts: people(2),
          holds: [],
          orders: [],
          mail: [],
        }
        await fc.asyncModelRun(() => ({ model: world, real: shop.real }), history)
        // The reconciler must find whatever was lost.
        await perform.reconcile(world, shop.real, { kind: 'reconcile' })
        await expectAgreement(world, shop.real)
        await expectRefundsOfWithdrawals(world, shop.real)
        const found = await checkLedger(shop.real.ctx.db, 3_600)
        expect(totalOf(found), JSON.stringify(found)).toBe(0)
        await checkEntriesUpToNow(shop.real.ctx)
        const { violations } = await readMark(shop.real.ctx.db, 'new')
        expect(totalOf(violations), JSON.stringify(violations)).toBe(0)
      }),
      { numRuns: historyRuns, verbose: 1 },
    )
  },
  historyRuns * runMsMax,
)
