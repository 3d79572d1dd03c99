import { migrateAll, prepareSchemas, type SchemaName } from '@equerre/platform/migrate'
import { Client } from 'pg'
import { databaseUrl } from './postgres.ts'
import type { Secrets } from '../state-folder.ts'

/** The addresses of one database, one per role. */
export type DatabaseUrls = Readonly<Record<SchemaName | 'admin', string>>

export function databaseUrls(adminUrl: string, database: string, secrets: Secrets): DatabaseUrls {
  const ofRole = (role: SchemaName) => databaseUrl(adminUrl, { database, role, password: secrets[role] })
  return {
    admin: databaseUrl(adminUrl, { database }),
    auth: ofRole('auth'),
    billing: ofRole('billing'),
    gateway: ofRole('gateway'),
  }
}

/** Creates the database if it is missing and runs outstanding migrations; returns their names. */
export async function prepareDatabase(urls: DatabaseUrls, secrets: Secrets): Promise<string[]> {
  await createWhenMissing(urls.admin)
  await prepareSchemas(urls.admin, secrets)
  return migrateAll(urls)
}

async function createWhenMissing(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1)
  await using client = await connect(databaseUrl(url, { database: 'postgres' }))
  const known = await client.query('select from pg_database where datname = $1', [database])
  if (known.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
}

/** A connection that is closed at the end of its scope. */
export async function connect(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
