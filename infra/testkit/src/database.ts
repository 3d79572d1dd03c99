import { connect, databaseUrls, type DatabaseUrls } from '@equerre/local/servers/databases'
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Servers } from './servers.ts'

/** A migrated, empty database for one test file. */
export type TestDatabase = {
  /** One address per role; `admin` has all rights, in this database too. */
  readonly urls: DatabaseUrls
  readonly drop: () => Promise<void>
}

/**
 * Copies this run's template: some 50 ms instead of all migrations. Roles and passwords are the run's.
 * @param template another database to copy: `template1` for one without schemas
 */
export async function createDatabase(
  servers: Servers = inject('servers'),
  template = servers.template,
): Promise<TestDatabase> {
  const { adminUrl, secrets } = servers
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(adminUrl, `create database ${name} template ${template}`)
  return {
    urls: databaseUrls(adminUrl, name, secrets),
    drop: () => run(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Does to clients what a restart of Postgres does, without affecting the other test databases. */
export function cutConnections({ urls }: Pick<TestDatabase, 'urls'>): Promise<void> {
  return run(
    urls.admin,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

async function run(url: string, statement: string): Promise<void> {
  await using client = await connect(url)
  await client.query(statement)
}
