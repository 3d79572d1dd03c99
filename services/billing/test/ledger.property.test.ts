import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { afterAll, beforeAll, it } from 'vitest'
import { expectHistoriesToAgree } from './ledger-histories.ts'

let database: TestDatabase
let db: Db<unknown>

beforeAll(async () => {
  database = await createDatabase()
  db = openPostgres(database.urls.billing, { connectionsMax: 2, log: createLog('test', 'silent') })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

it('answers and stores what the model does for any calls in any order, repeated or concurrent', async () => {
  await expectHistoriesToAgree(db, { numRuns: 50 })
})
