import { connect } from '@equerre/local/servers/databases'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyer, eventually, open, reached, rows } from './shop.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

/** Statements that wait for a purchase before reading it; a wait at a later write would not appear here. */
const readersWaiting = `
  select query from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query ~* '^select .*purchases.* for update$'`

it('concurrent work on a payment waits for its lock before reading its state', async () => {
  const person = await buyer(product)
  const { session } = await open(product, person, 'pack200')
  await using other = await connect(product.database.urls.admin)
  await other.query('begin')
  await other.query('select from billing.purchases where session_id = $1 for update', [session.id])
  await product.stripe.pay(session.id)
  await eventually(async () => (await rows(product, readersWaiting)).length).toBeGreaterThan(0)
  expect(await person.client.credits()).toBe(0)
  await other.query('commit')
  await reached(person, 200)
})
