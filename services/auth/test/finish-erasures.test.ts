import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { connect } from '@equerre/local/servers/databases'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAuthConfig } from '../src/config.ts'
import { createContext, type Context } from '../src/context.ts'
import { finishErasures } from '../src/flow/erase-account.ts'
import { testVariables } from './variables.ts'

let database: TestDatabase
let ctx: Context
/** The same database, as the role that holds and spends credits. */
let gateway: Db<unknown>
beforeAll(async () => {
  database = await createDatabase()
  ctx = createContext(readAuthConfig({ ...testVariables, DATABASE_URL: database.urls.auth }))
  ctx.log.level = 'silent'
  gateway = openPostgres(database.urls.gateway, { connectionsMax: 2, log: createLog('test', 'silent') })
})
afterAll(async () => {
  await ctx.close()
  await gateway.destroy()
  await database.drop()
})

/** Somebody with five credits whose account is already gone here and at the gateway. */
async function goneCustomer(): Promise<string> {
  const id = randomUUID()
  await sql`select billing.top_up(${id}, 5)`.execute(gateway)
  await ctx.db.insertInto('erasures').values({ user_id: id, gateway_done_at: new Date() }).execute()
  return id
}

async function balance(id: string): Promise<number | null | undefined> {
  const { rows } = await sql<{ credits: number | null }>`select billing.balance(${id}) as credits`.execute(
    gateway,
  )
  return rows[0]?.credits
}

async function underWay(): Promise<string[]> {
  const rows = await ctx.db.selectFrom('erasures').select('user_id').execute()
  return rows.map(({ user_id }) => user_id)
}

it('keeps asking billing while credits are held, and only then forgets the account', async () => {
  const id = await goneCustomer()
  await sql`select billing.hold(${id}, 'step', 1)`.execute(gateway)
  for (let round = 0; round < 3; round++) {
    await finishErasures(ctx)
    expect(await underWay()).toEqual([id])
    expect(await balance(id)).toBe(4)
  }
  await sql`select billing.capture(${id}, 'step')`.execute(gateway)
  await finishErasures(ctx)
  expect(await underWay()).toEqual([])
  expect(await balance(id)).toBeNull()
})

it('finishes the others when one fails, and that one later', async () => {
  const ids = [await goneCustomer(), await goneCustomer(), await goneCustomer()]
  const [, broken] = ids
  await using admin = await connect(database.urls.admin)
  await admin.query(`
    create function billing.fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger broken before update on billing.wallets for each row when (old.id = '${broken}')
    execute function billing.fail()`)
  await finishErasures(ctx)
  expect(await underWay()).toEqual([broken])
  await admin.query('drop trigger broken on billing.wallets')
  await finishErasures(ctx)
  expect(await underWay()).toEqual([])
  expect(await Promise.all(ids.map(balance))).toEqual([null, null, null])
})
