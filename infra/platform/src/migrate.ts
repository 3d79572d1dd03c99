import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { sha256 } from './sha256.ts'
import type { Db } from './postgres.ts'

/** The services that own a schema, in migration order: later ones may use functions of earlier ones. */
const schemas = ['auth', 'billing', 'gateway'] as const
export type SchemaName = (typeof schemas)[number]

/**
 * Creates the login roles and, in the database of `adminUrl`, one schema for each, owned by it. Safe to repeat;
 * each run sets the passwords again. The administrator must own the database and have `createrole`, but need not be a
 * superuser: managed Postgres offers none.
 */
export async function prepareSchemas(
  adminUrl: string,
  passwords: Readonly<Record<SchemaName, string>>,
): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query('revoke create on schema public from public')
    for (const name of schemas) {
      const password = client.escapeLiteral(passwords[name])
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
      await client.query(`${rowCount ? 'alter' : 'create'} role ${name} login password ${password}`)
      // Only a member of a role may create objects that the role owns.
      await client.query(`grant ${name} to current_user`)
      await client.query(`create schema if not exists ${name} authorization ${name}`)
    }
  })
}

/**
 * First line of a file whose statements run one by one, each on its own and however long it takes: for what Postgres does beside
 * the running product, as `create index concurrently`. If one fails, the next run starts the file again: so each statement can be
 * repeated, and an index that may have been left invalid is dropped first.
 */
const outsideTransaction = '-- outside a transaction\n'

/**
 * Runs the SQL files of `dir` that have not run yet, in the order of their names, each in its own transaction unless it says otherwise,
 * as the role of `url` and inside its schema.
 * @throws if a file that has already run was changed since
 * @returns the names of the files that ran this time
 */
export async function migrate(url: string, schema: SchemaName, dir: string): Promise<string[]> {
  const files = await filesOf(dir)
  return withClient(url, async (client) => {
    await client.query(`set search_path = ${schema}`)
    await client.query(`set lock_timeout = '${lockTimeout}'`)
    // Two starting processes must not migrate at once; the lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [`migrate ${schema}`])
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
    const ran: string[] = []
    for (const name of files) {
      if (await runOnce(client, name, await readFile(path.join(dir, name), 'utf8'))) ran.push(name)
    }
    return ran
  })
}

/** Requests queue behind a statement that waits for its lock. */
const lockTimeout = '3s'

/** Where each service keeps its migrations: beside its sources, both in a clone and in an image. */
const folderOf = (schema: SchemaName) =>
  path.resolve(import.meta.dirname, '../../../services', schema, 'migrations')

async function filesOf(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
}

/**
 * Runs the pending migrations of all services, each through its own address.
 * @returns `schema/name` of each one that ran
 */
export async function migrateAll(urls: Readonly<Record<SchemaName, string>>): Promise<string[]> {
  const ran: string[] = []
  for (const schema of schemas) {
    const names = await migrate(urls[schema], schema, folderOf(schema))
    ran.push(...names.map((name) => `${schema}/${name}`))
  }
  return ran
}

const migrated = new WeakSet<object>()

/**
 * Whether all migrations that ship with this version of a service have run; later ones may have run too. Throws if none
 * has ever run. Once true, the answer is cached.
 */
export async function isMigrated<Schema>(db: Db<Schema>, schema: SchemaName): Promise<boolean> {
  if (migrated.has(db)) return true
  const table = sql.table(`${schema}.migrations`)
  const [files, { rows }] = await Promise.all([
    filesOf(folderOf(schema)),
    sql<{ name: string }>`select name from ${table}`.execute(db),
  ])
  const ran = new Set(rows.map(({ name }) => name))
  if (files.some((name) => !ran.has(name))) return false
  migrated.add(db)
  return true
}

async function runOnce(client: Client, name: string, sql: string): Promise<boolean> {
  const checksum = sha256(sql).toString('hex')
  const known = await client.query('select checksum from migrations where name = $1', [name])
  if (known.rows[0] && known.rows[0].checksum !== checksum)
    throw new Error(`${name} was changed after it had run: write a new migration instead`)
  if (known.rows[0]) return false
  const run = sql.startsWith(outsideTransaction) ? runBeside : runAtOnce
  await run(client, sql, () =>
    client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]),
  ).catch((error: unknown) => {
    throw new Error(`migration ${name} failed`, { cause: error })
  })
  return true
}

async function runAtOnce(client: Client, sql: string, note: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await note()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function runBeside(client: Client, sql: string, note: () => Promise<unknown>): Promise<void> {
  // Waiting for older transactions, as these statements do, holds nobody up.
  await client.query('set lock_timeout = 0')
  try {
    for (const statement of sql.split(/;$/m)) if (statement.trim()) await client.query(statement)
    await note()
  } finally {
    await client.query(`set lock_timeout = '${lockTimeout}'`)
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  // Its statements may take as long as they need; only reaching the database may not.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
