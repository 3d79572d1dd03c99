import { connect, databaseUrls } from '@equerre/local/databases'
import { startPostgres } from '@equerre/local/postgres'
import { openStateFolder } from '@equerre/local/state-folder'
import { startProduct, type Product } from '@equerre/testkit/product'
import { spawnSync } from 'node:child_process'
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { alarms, balances, buyer, eventually, open, reached, spend, violationsOf } from './shop.ts'

let product: Product
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  product = await startProduct()
  cleanup.defer(() => product.stop())
})
afterAll(() => cleanup.disposeAsync())

/** Copies the running database as `pg_basebackup` does: what is written meanwhile is in the log that comes along. */
async function backUp(to: string): Promise<void> {
  const { adminUrl, runDir } = inject('servers')
  const from = path.join(runDir, 'postgres')
  await using admin = await connect(adminUrl)
  await admin.query(`select pg_backup_start('drill', true)`)
  // A file that goes away meanwhile is one that the log makes unnecessary.
  spawnSync('cp', ['-a', from, to])
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  spawnSync('cp', ['-a', `${from}/pg_wal/.`, path.join(to, 'pg_wal')])
  const label = path.join(to, 'backup_label')
  writeFileSync(label, rows[0]!.labelfile)
  const { uid, gid } = statSync(path.join(to, 'PG_VERSION'))
  chownSync(label, uid, gid)
  for (const own of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(to, own), { force: true })
}

/** The product as it is in the restored database, with a billing service on it. */
async function restore(dataDir: string): Promise<Product> {
  const { runDir, secrets } = inject('servers')
  const postgres = await startPostgres({
    state: openStateFolder(),
    dataDir,
    password: secrets.admin,
    logFile: path.join(runDir, 'restored.log'),
    settings: { fsync: 'off' },
  })
  cleanup.defer(postgres.stop)
  const name = new URL(product.database.urls.billing).pathname.slice(1)
  const urls = databaseUrls(postgres.adminUrl, name, secrets)
  const billing = await product.startReplica('billing', {
    DATABASE_URL: urls.billing,
    PORT: '0',
    RECONCILE_SECONDS: '1',
  })
  cleanup.defer(billing.stop)
  return { ...product, database: { ...product.database, urls } }
}

it('a restored ledger is sound, and has again what was paid since the backup', async () => {
  const early = await buyer(product)
  const { session: known } = await open(product, early, 'pack100')
  await product.stripe.pay(known.id)
  await reached(early, 100)
  await spend(product, early, 3)
  const late = await buyer(product)
  const { session: pending } = await open(product, late, 'pack200')

  const copy = path.join(inject('servers').runDir, 'restored')
  await backUp(copy)
  // What the backup does not hold: a spending, a payment, and a whole order.
  await spend(product, early, 5)
  await product.stripe.pay(pending.id)
  await reached(late, 200)
  const { session: unknown } = await open(product, early, 'pack300')
  await product.stripe.pay(unknown.id)
  await reached(early, 392)

  const restored = await restore(copy)
  await eventually(() => balances(restored, late.id)).toMatchObject({ posted: 200, held: 0 })
  expect(await balances(restored, early.id)).toMatchObject({ posted: 97, held: 0 })
  // Nobody knows any more whose the order was: a person must look, and is called.
  await eventually(() => alarms(restored, unknown.id)).toBeGreaterThan(0)
  expect(await violationsOf(restored)).toEqual({})
})
