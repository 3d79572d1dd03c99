import { connect, databaseUrls, type DatabaseUrls } from '@equerre/local/servers/databases'
import { databaseUrl, startPostgres } from '@equerre/local/servers/postgres'
import { openStateFolder } from '@equerre/local/state-folder'
import { createLog } from '@equerre/platform/log'
import { isMigrated, migrateAll, prepareSchemas } from '@equerre/platform/migrate'
import { openPostgres } from '@equerre/platform/postgres'
import { rm } from 'node:fs/promises'
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
