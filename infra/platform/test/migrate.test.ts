import { connect, databaseUrls, type DatabaseUrls } from '@equerre/local/servers/databases'
import { databaseUrl, startPostgres } from '@equerre/local/servers/postgres'
import { openStateFolder } from '@equerre/local/state-folder'
import { createLog } from '@equerre/platform/log'
import { isMigrated, migrate, migrateAll, prepareSchemas } from '@equerre/platform/migrate'
import { openPostgres } from '@equerre/platform/postgres'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

let urls: DatabaseUrls
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  const { runDir, secrets } = inject('servers')
  const dataDir = path.join(runDir, 'managed')
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = await startPostgres({
    state: openStateFolder(),
    dataDir,
    password: secrets.admin,
    logFile: path.join(runDir, 'managed.log'),
    settings: { fsync: 'off' },
  })
  cleanup.defer(postgres.stop)
  await using superuser = await connect(postgres.adminUrl)
  // The rights that a rented Postgres gives its administrator.
  await superuser.query(`create role administrator login createrole password 'administrator'`)
  await superuser.query('create database equerre owner administrator')
  const admin = databaseUrl(postgres.adminUrl, {
    database: 'equerre',
    role: 'administrator',
    password: 'administrator',
  })
  urls = { ...databaseUrls(postgres.adminUrl, 'equerre', secrets), admin }
})
afterAll(() => cleanup.disposeAsync())

const schemas = ['auth', 'billing', 'gateway'] as const

/** The readiness that each service would report. */
async function ready(): Promise<(boolean | 'no')[]> {
  return Promise.all(
    schemas.map(async (schema) => {
      const db = openPostgres<unknown>(urls[schema], { connectionsMax: 2, log: createLog('test', 'silent') })
      const answer = await isMigrated(db, schema).catch(() => 'no' as const)
      await db.destroy()
      return answer
    }),
  )
}

it('an administrator who is not a superuser prepares a database, and again at the next version', async () => {
  const { secrets } = inject('servers')
  await prepareSchemas(urls.admin, secrets)
  // No service is ready before the first migration has run.
  expect(await ready()).toEqual(['no', 'no', 'no'])
  expect((await migrateAll(urls)).length).toBeGreaterThan(5)
  expect(await ready()).toEqual([true, true, true])
  await prepareSchemas(urls.admin, secrets)
  expect(await migrateAll(urls)).toEqual([])
})

it('a service is not ready before its last migration has run, but is after its successor has migrated', async () => {
  await using gateway = await connect(urls.gateway)
  await gateway.query(`insert into gateway.migrations (name, checksum) values ('9999-later.sql', '')`)
  expect(await ready()).toEqual([true, true, true])
  await gateway.query(
    'delete from gateway.migrations where name = (select max(name) from gateway.migrations where name < $1)',
    ['9999'],
  )
  expect(await ready()).toEqual([true, true, false])
})

it('builds an index beside a running product, and again from the start after it failed halfway', async () => {
  const dir = path.join(inject('servers').runDir, 'long-migrations')
  cleanup.defer(() => rm(dir, { recursive: true, force: true }))
  await mkdir(dir)
  const write = (name: string, text: string) => writeFile(path.join(dir, name), text)
  await write('8000-table.sql', 'create table numbers (n int); insert into numbers values (1), (1);')
  await write(
    '8001-index.sql',
    `-- outside a transaction
drop index concurrently if exists numbers_n;
create unique index concurrently numbers_n on numbers (n);
`,
  )
  await expect(migrate(urls.gateway, 'gateway', dir)).rejects.toThrow('8001-index.sql')
  await using gateway = await connect(urls.gateway)
  const isValid = () =>
    gateway.query(`select indisvalid from pg_index where indexrelid = 'gateway.numbers_n'::regclass`)
  expect((await isValid()).rows).toEqual([{ indisvalid: false }])

  await gateway.query('delete from gateway.numbers where ctid = (select max(ctid) from gateway.numbers)')
  // Somebody works on the table all the while: an index inside a transaction would wait for its end.
  await using busy = await connect(urls.gateway)
  await busy.query('begin; insert into gateway.numbers values (2)')
  const migrated = migrate(urls.gateway, 'gateway', dir)
  await gateway.query('insert into gateway.numbers values (3)')
  await busy.query('commit')
  expect(await migrated).toEqual(['8001-index.sql'])
  expect((await isValid()).rows).toEqual([{ indisvalid: true }])
  expect(await migrate(urls.gateway, 'gateway', dir)).toEqual([])
})
