/**
 * Runs the guide's upgrade for real: `npm run test:upgrade -- COMMIT [--killed]`, where COMMIT is the
 * previous release. It is checked out into `.local/former`, started, and given work; the current migrations
 * run underneath it; it is stopped, or killed, with work queued and in progress; the current release takes
 * over its Postgres, Redis and files. Every accepted job must end, charged at its price and no more, and
 * earlier results must still be there. Not part of `npm test`: a clone may have no history.
 */
import type { HistoryLine } from '@equerre/contract/credits'
import type { RectifyReply } from '@equerre/contract/detourage'
import { createLog } from '@equerre/platform/log'
import { openPostgres } from '@equerre/platform/postgres'
import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkLedger } from '@equerre/billing/src/store/ledger-checks.ts'
import type { BillingSchema } from '@equerre/billing/src/store/schema.ts'
import { connect, databaseUrls, prepareDatabase } from '@equerre/local/servers/databases'
import { freePort } from '@equerre/local/servers/server-process'
import { keepSecrets } from '@equerre/local/state-folder'
import { cloneFolder } from '@equerre/local/tools'
import { checkOutRelease } from '../former/release.ts'

const guests = 5
const jobsEach = 6
const firstCredits = 10
const startMaxMs = 600_000
const small = { options: '{"dpi":150}' }

const [commit, how] = process.argv.slice(2)
assert(commit, 'say which commit is the former release: npm run test:upgrade -- COMMIT [--killed]')
const { release: folder } = checkOutRelease(commit)
const state = path.join(cloneFolder, '.local/upgrade')
const port = await freePort()
const url = `http://127.0.0.1:${port}`
let running: ChildProcess | null = null
process.on('exit', () => running?.pid && process.kill(-running.pid, 'SIGKILL'))

rmSync(state, { recursive: true, force: true })
mkdirSync(state, { recursive: true })

await start(folder)
const { jpeg } = await photographDocument({
  seed: 7,
  width: 4000,
  height: 3000,
  page: 'letter',
  coverage: 0.5,
})
const photo = { bytes: jpeg, name: 'lettre.jpg' }
const people = await Promise.all(Array.from({ length: guests }, () => Client.guest(url)))
const before = await Promise.all(people.map(finishOne))
say(`${guests} pages straightened by ${commit}`)

const urls = databasesOf(state)
const ran = await prepareDatabase(urls, keepSecrets(path.join(state, 'secrets.json')))
say(`migrated under it: ${ran.join(', ')}`)
await finishOne(people[0]!)
say('the former release straightens a page on the new schema')

const accepted = await Promise.all(people.map(acceptSome))
say(
  `stopped with ${await unfinished()} of ${accepted.flat().length} steps open (${how === '--killed' ? 'killed' : 'SIGTERM'})`,
)
await stop(how === '--killed' ? 'SIGKILL' : 'SIGTERM')

await start(cloneFolder)
for (const [at, client] of people.entries()) await expectWhole(client, at)
assert.deepEqual(await violations(), {})
say('the ledger is whole')
await stop('SIGTERM')

async function finishOne(client: Client): Promise<{ path: string; bytes: Buffer }> {
  const { status, body } = await client.settle<RectifyReply>(await accept(client))
  assert.equal(status, 200, JSON.stringify(body))
  const { warped_path } = body.artifacts
  assert(warped_path)
  return { path: warped_path, bytes: (await client.bytes(warped_path)).bytes }
}

async function accept(client: Client): Promise<string> {
  const reply = await client.oneShot(photo, small, { Prefer: 'respond-async' })
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return jobOf(reply).id
}

async function acceptSome(client: Client): Promise<string[]> {
  const ids: string[] = []
  for (let job = 0; job < jobsEach; job++) ids.push(await accept(client))
  return ids
}

/** Every job has ended with a page, each was charged once, and the earlier page is identical byte for byte. */
async function expectWhole(client: Client, at: number): Promise<void> {
  for (const id of accepted[at]!) {
    const { status, body } = await client.settle<RectifyReply>(id)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await client.bytes(body.artifacts.warped_path!)).status, 200)
  }
  const old = await client.bytes(before[at]!.path)
  assert.equal(old.status, 200)
  assert(old.bytes.equals(before[at]!.bytes))
  await finishOne(client)
  const pages = 1 + (at === 0 ? 1 : 0) + jobsEach + 1
  assert.equal(await client.credits(), firstCredits - pages)
  const { lines } = (await client.ask<{ lines: HistoryLine[] }>('/api/credits/history?limit=100')).body
  assert.equal(lines[0]?.balance, firstCredits - pages)
  say(`guest ${at + 1}: ${jobsEach} jobs ended, ${pages} pages for ${pages} credits, the old page is there`)
}

/** Runs `npm start` in a release's folder. */
async function start(release: string): Promise<void> {
  const env = { ...process.env, EQUERRE_STATE: state, PORT: String(port), WORKER_SLOTS: '1' }
  const child = spawn('npm', ['start'], { cwd: release, env, detached: true, stdio: 'inherit' })
  running = child
  const deadline = Date.now() + startMaxMs
  while (!(await isReady())) {
    assert(child.exitCode === null && Date.now() < deadline, `${release} does not start`)
    await sleep(500)
  }
}

function isReady(): Promise<boolean> {
  return fetch(`${url}/api/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const child = running
  running = null
  if (!child?.pid) return
  process.kill(-child.pid, signal)
  await once(child, 'exit')
  // npm exits first; the port is free once the release has exited too.
  while (await isReady()) await sleep(200)
  while (existsSync(path.join(state, 'start.pid')) && signal === 'SIGTERM') await sleep(200)
}

/** The addresses of a running release's database. */
function databasesOf(dir: string) {
  const secrets = keepSecrets(path.join(dir, 'secrets.json'))
  const databasePort = readFileSync(path.join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  return databaseUrls(
    `postgres://postgres:${secrets.admin}@127.0.0.1:${databasePort}/postgres`,
    'equerre',
    secrets,
  )
}

async function unfinished(): Promise<number> {
  await using database = await connect(urls.admin)
  const { rows } = await database.query<{ open: number }>(
    `select count(*)::integer as open from gateway.steps where id = any($1) and state in ('waiting', 'dispatched')`,
    [accepted.flat()],
  )
  return rows[0]!.open
}

async function violations(): Promise<Record<string, number>> {
  const log = createLog('upgrade', 'silent')
  const db = openPostgres<BillingSchema>(databasesOf(state).billing, { connectionsMax: 1, log })
  const found = await checkLedger(db, 960)
  await db.destroy()
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0))
}

function say(text: string): void {
  console.log(`upgrade       ${text}`)
}
