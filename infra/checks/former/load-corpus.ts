import { connect } from '@equerre/local/servers/databases'
import { migrate, migrateAll, prepareSchemas, type SchemaName } from '@equerre/platform/migrate'
import { cloneFolder } from '@equerre/local/tools'
import type { Secrets } from '@equerre/local/state-folder'
import type { Stores } from '@equerre/testkit/product'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import type { Corpus } from './corpus.ts'
import { withQueues } from './messages.ts'

/** Leaves in the stores what the former release has left there, as if it had stopped now, and migrates it to this one. */
export async function loadCorpus(stores: Stores, corpus: Corpus, secrets: Secrets): Promise<void> {
  const { urls } = stores.database
  await prepareSchemas(urls.admin, secrets)
  for (const schema of ['auth', 'billing', 'gateway'] as const)
    await migrateAsFar(urls[schema], schema, corpus.migrations[schema])
  await using client = await connect(urls.admin)
  // Rows come in the order of their tables' names, and what checks them has checked them.
  await client.query('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(corpus.rows)) await insertRows(client, table, rows)
  await makeRecent(client, corpus)
  await migrateAll(urls)
  for (const [file, bytes] of Object.entries(corpus.objects))
    writeObject(path.join(stores.storageDir, file), bytes)
  await queueJobs(stores.redisUrl, corpus)
}

/** Migrations never change, so these make the former release's schema. */
async function migrateAsFar(url: string, schema: SchemaName, names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'equerre-migrations-'))
  for (const name of names)
    cpSync(path.join(cloneFolder, 'services', schema, 'migrations', name), path.join(folder, name))
  await migrate(url, schema, folder)
  rmSync(folder, { recursive: true })
}

async function insertRows(client: Client, table: string, rows: readonly object[]): Promise<void> {
  // A migration may have left rows of its own.
  await client.query(`delete from ${table}`)
  const [first] = rows
  if (!first) return
  const { rows: generated } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attgenerated <> ''`,
    [table],
  )
  const columns = Object.keys(first).filter((name) => !generated.some((each) => each.name === name))
  await client.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

/** Moves all times to now, so that nothing is overdue, and sequences behind the ids that are taken. */
async function makeRecent(client: Client, { rows, takenAt }: Corpus): Promise<void> {
  for (const table of Object.keys(rows)) {
    const { rows: columns } = await client.query<{ name: string; time: boolean; sequence: string | null }>(
      `select attname as name, atttypid = 'timestamptz'::regtype as time,
         pg_get_serial_sequence($1, attname) as sequence
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    for (const { name, time, sequence } of columns) {
      if (time)
        await client.query(`update ${table} set ${name} = ${name} + (now() - $1::timestamptz)`, [takenAt])
      if (sequence) await client.query(`select setval('${sequence}', (select max(${name}) from ${table}))`)
    }
  }
}

function writeObject(file: string, base64: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Buffer.from(base64, 'base64'))
}

function queueJobs(redisUrl: string, { jobs }: Corpus): Promise<void> {
  const names = [...new Set(jobs.map(({ queue }) => queue))]
  return withQueues(redisUrl, names, async (queues) => {
    for (const { queue, name, data, options } of jobs)
      await queues.find((each) => each.name === queue)!.add(name, data, options)
  })
}
