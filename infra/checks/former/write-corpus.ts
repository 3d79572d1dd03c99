/**
 * Writes what the former release leaves behind into `former.golden.json`: `npm run former -- COMMIT`, before a release, with the
 * commit of the last one. That release is checked out into `.local/former` and used.
 */
import { resultsQueue, visionQueues } from '@equerre/contract/jobs'
import type { StepKind } from '@equerre/contract/detourage'
import type { SchemaName } from '@equerre/platform/migrate'
import type { Client } from '@equerre/testkit/client'
import { startProduct, type Product, type Stores } from '@equerre/testkit/product'
import { startServers } from '@equerre/testkit/servers'
import { connect } from '@equerre/local/servers/databases'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { corpusFile, corpusSecrets, type Corpus, type Identity, type Job, type Visit } from './corpus.ts'
import { recordMessages, withQueues } from './messages.ts'
import { accountOf, generousLimits, leaveOpen, play, type OpenStep, type People } from './play.ts'
import { checkOutRelease, migrateTo } from './release.ts'
import { readSchemas } from './schemas.ts'

/** What a worker or a gateway reads of the files whose steps are open: uploads, their previews, and pages as proofs. */
const read = /\/(?:original|preview\.jpg|[^/]*-warped\.jpg)$/
const schemaNames: readonly SchemaName[] = ['auth', 'billing', 'gateway']

const [revision] = process.argv.slice(2)
assert(revision, 'say which commit is the former release: npm run former -- COMMIT')
const { release, commit } = checkOutRelease(revision)
const { servers: own, stop } = await startServers()
const servers = { ...own, secrets: { ...own.secrets, ...corpusSecrets } }
const before = ({ database }: Stores) => migrateTo(release, database.urls)
try {
  const product = await startProduct({ servers, release, before, env: generousLimits })
  try {
    writeFileSync(corpusFile, linesOf(await take(product)))
  } finally {
    await product.stop()
  }
} finally {
  await stop()
}

async function take(product: Product): Promise<Corpus> {
  const recorder = await recordMessages(product.redisUrl)
  using _ = recorder
  const people = await play(product)
  const open = await leaveOpen(product, people)
  const rows = await dump(product)
  return {
    commit,
    takenAt: new Date().toISOString(),
    migrations: {
      auth: migrationsOf('auth'),
      billing: migrationsOf('billing'),
      gateway: migrationsOf('gateway'),
    },
    rows,
    messages: recorder.messages,
    jobs: await waitingJobs(product),
    open,
    objects: objectsOf(product, rows, open),
    people: {
      guest: identityOf(people.guest),
      account: identityOf(people.account),
      key: identityOf(people.key),
      test: identityOf(people.test),
    },
    visits: await visit(people, rows),
    account: await accountOf(people),
    schemas: await readSchemas(release),
  }
}

function migrationsOf(schema: SchemaName): string[] {
  return readdirSync(path.join(release, 'services', schema, 'migrations')).toSorted()
}

async function dump({ database }: Product): Promise<Corpus['rows']> {
  await using client = await connect(database.urls.admin)
  const tables = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname = any($1) and tablename <> 'migrations' order by name`,
    [schemaNames],
  )
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const { name } of tables.rows) {
    const found = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    )
    rows[name] = found.rows.map(({ row }) => row)
  }
  return rows
}

function waitingJobs({ redisUrl }: Product): Promise<Job[]> {
  return withQueues(redisUrl, [resultsQueue, ...visionQueues], async (queues) => {
    const jobs = await Promise.all(queues.map((queue) => queue.getJobs(['waiting', 'prioritized'])))
    return jobs.flat().map(({ queueName: queue, name, data, opts: { jobId, priority = 0 } }) => {
      return { queue, name, data, options: { ...(jobId !== undefined && { jobId }), priority } }
    })
  })
}

function objectsOf({ storageDir }: Product, rows: Corpus['rows'], open: readonly OpenStep[]) {
  const ids = new Set(open.map(({ id }) => id))
  const steps = (rows['gateway.steps'] ?? []) as { id: string; ingestion_id: string; kind: StepKind }[]
  const folders = new Set(steps.filter(({ id }) => ids.has(id)).map((step) => step.ingestion_id))
  const files = readdirSync(storageDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => read.test(file) && file.split(path.sep).some((part) => folders.has(part)))
  return Object.fromEntries(
    files.map((file) => [path.relative(storageDir, file), readFileSync(file).toString('base64')]),
  )
}

function identityOf({ cookies, apiKey }: Client): Identity {
  return { cookies: Object.fromEntries(cookies), apiKey: apiKey ?? null }
}

/** Everybody looks at everything of theirs that has ended. */
async function visit(people: People, rows: Corpus['rows']): Promise<Visit[]> {
  const ended = (rows['gateway.steps'] ?? []) as { id: string; ingestion_id: string; state: string }[]
  const paths = [
    '/api/me',
    '/api/me/export',
    '/api/api-key/me',
    '/api/withdrawals',
    '/api/credits/me',
    '/api/credits/history?limit=100',
    '/api/v1/detourage/ingestions?limit=100',
    ...(rows['gateway.ingestions'] ?? []).map(({ id }) => `/api/v1/detourage/ingestions/${String(id)}`),
    ...ended
      .filter(({ state }) => state !== 'waiting' && state !== 'dispatched')
      .map(({ id }) => `/api/v1/detourage/jobs/${id}`),
  ]
  const visits: Visit[] = []
  for (const [person, client] of Object.entries(people) as [keyof People, Client][])
    for (const at of paths) {
      const { status } = await client.ask(at)
      // Someone else's is not there, then as now.
      if (status !== 404) visits.push({ person, path: at, status })
    }
  return visits
}

/** One element a line, so that a difference can be read. */
function linesOf(corpus: Corpus): string {
  const entries = Object.entries(corpus).map(([name, value]) => `${JSON.stringify(name)}:${spread(value, 2)}`)
  return `{\n${entries.join(',\n')}\n}\n`
}

function spread(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map((each) => spread(each, 0))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${spread(each, depth - 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${close}`
}
