/**
 * How long others wait during an attack: a guest's photograph and PDF and a paying key's photograph, from the
 * upload to the result's last byte, on the whole product with its default limits and slots, with an S3 server
 * if one is installed; first quiet, then under each attack. Usage: `npm run bench:attacks [-- --seconds 60
 * --rounds 1 --victim key NAME …]`; names choose attacks, such as `costly-pdfs`. On a machine that others use too, several
 * short rounds compare quiet and attacked minutes of the same load.
 */
import type { ApiKeys } from '@equerre/contract/identity'
import type { RectifyReply } from '@equerre/contract/detourage'
import { Client, jobOf, type Reply } from '@equerre/testkit/client'
import { photographDocument, scannedPdf } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { startServers } from '@equerre/testkit/servers'
import { signIn } from '@equerre/testkit/sign-in'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '@equerre/local/servers/databases'

const attackNames = [
  'costly-pdfs',
  'greedy-files',
  'odd-heads',
  'slow-uploads',
  'free-detects',
  'wrong-keys',
  'wrong-sessions',
  'new-guests',
  'slow-heads',
] as const
/**
 * From an attack's start to the first measurement, for queues to fill up, and from the end of its work to the next
 * quiet one.
 */
const leadInMs = 5_000
const timeoutMs = 120_000
/** Enough for all that the victims spend. */
const credits = 10_000

type Victim = { readonly label: string; readonly visit: () => Promise<void> }
type Times = ReadonlyMap<string, number[]>

const { values, positionals: wanted } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '1' },
    /** How a victim's label begins; by default, all. */
    victim: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
/** How long the victims are measured: during an attack, and quiet before it. */
const attackedMs = Number(values.seconds) * 1_000
const quietMs = attackedMs / 4
const chosen = attackNames.filter((name) => wanted.length === 0 || wanted.includes(name))
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)))
})
await using cleanup = new AsyncDisposableStack()
const product = await openProduct()
const victims = (await openVictims(product)).filter(({ label }) => label.startsWith(values.victim))
const quiet = new Map<string, number[]>()
const attacked = new Map<string, Map<string, number[]>>(chosen.map((name) => [name, new Map()]))
await Promise.race([measure(), interrupted])
printTable()

async function measure(): Promise<void> {
  // Loads whatever is loaded on first use, which is not to be measured.
  await timesOf(0)
  const turns = Array.from({ length: Number(values.rounds) }, () => chosen).flat()
  for (const name of turns) {
    append(quiet, await timesOf(quietMs))
    append(attacked.get(name)!, await timesDuring(name))
    printRow(`${name}, load ${loadavg()[0]!.toFixed(0)}`, attacked.get(name)!)
  }
}

async function openProduct(): Promise<Product> {
  const { servers, stop } = await startServers()
  cleanup.defer(stop)
  const s3 = missingS3 ? null : await startS3()
  if (s3) cleanup.defer(s3.stop)
  // Addresses are invented, and sent the way a proxy in front would.
  const env = { TRUST_PROXY: '1', GUEST_CREDITS: String(credits) }
  const opened = await startProduct({ servers, env, ...(s3 && { storage: s3.variables }) })
  cleanup.defer(opened.stop)
  const storage = s3 ? 'an S3 server' : 'files'
  console.log(
    `${availableParallelism()} cores, as many slots and a heavy one; ${storage}; all limits as in the contract`,
  )
  return opened
}

async function openVictims({ url, database }: Product): Promise<readonly Victim[]> {
  const { jpeg } = await photographDocument({ seed: 21, width: 3_000, height: 2_000, coverage: 0.6 })
  const photo = { bytes: jpeg, name: 'page.jpg' }
  const pdf = { bytes: await scannedPdf(1), name: 'page.pdf' }
  const guest = new Client(url, undefined, { 'X-Forwarded-For': '192.0.2.20' })
  await guest.credits()
  const key = await payingKey(url, database.urls.admin)
  return [
    { label: 'guest, photo', visit: () => straighten(guest, photo) },
    { label: 'guest, PDF', visit: () => straighten(guest, pdf) },
    { label: 'key, photo', visit: async () => fetchPage(key, await answered(key, () => key.oneShot(photo))) },
  ]
}

async function payingKey(url: string, adminUrl: string): Promise<Client> {
  const person = await signIn(url, { person: 'new', email: `${randomUUID()}@exemple.test` })
  const { api_key } = (await person.ask<ApiKeys>('/api/api-key/me')).body
  await using admin = await connect(adminUrl)
  const { rows } = await admin.query<{ id: string }>('select id from auth.users')
  await admin.query(`select billing."grant"($1, $2, 'bench', 'achat')`, [rows[0]!.id, credits])
  return new Client(url, api_key, { 'X-Forwarded-For': '192.0.2.30' })
}

/** Everything that the page does with a file. */
async function straighten(guest: Client, file: { bytes: Uint8Array; name: string }): Promise<void> {
  const { ingestion_id } = (await answered(guest, () => guest.ingest(file))).body
  await answered(guest, () => guest.detect({ ingestion_id }))
  await fetchPage(guest, await answered(guest, () => guest.rectify({ ingestion_id })))
}

async function fetchPage(client: Client, { body }: Reply<RectifyReply>): Promise<void> {
  const { status } = await client.bytes(body.artifacts.warped_path ?? '')
  if (status !== 200) throw new Error(`the page answers ${status}`)
}

/** Retries until there is an answer: waiting as long as a refusal says is part of the victim's waiting time. */
async function answered<Body>(client: Client, ask: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const first = await ask()
    const reply = first.status === 202 ? await client.settle<Body>(jobOf(first).id) : first
    if (reply.status === 200) return reply
    if (![429, 503].includes(reply.status) || Date.now() > deadline)
      throw new Error(`a victim got ${reply.status}: ${JSON.stringify(reply.body)}`)
    await sleep((Number(reply.headers.get('Retry-After')) || 1) * 1_000)
  }
}

/**
 * Durations in ms of each victim's visits, one after another, as many as start in `forMs`, but at least one
 * each.
 */
async function timesOf(forMs: number): Promise<Times> {
  const times = new Map<string, number[]>(victims.map(({ label }) => [label, []]))
  const deadlineMs = performance.now() + forMs
  do {
    for (const { label, visit } of victims) {
      const startedMs = performance.now()
      await visit()
      times.get(label)!.push(performance.now() - startedMs)
    }
  } while (performance.now() < deadlineMs)
  return times
}

async function timesDuring(name: (typeof attackNames)[number]): Promise<Times> {
  const attacker = fork(path.join(import.meta.dirname, 'attacker.ts'), [name, product.url])
  try {
    const [how] = await Promise.race([once(attacker, 'message'), once(attacker, 'exit')])
    if (how !== 'begun') throw new Error(`the attack ${name} has ended`)
    await sleep(leadInMs)
    return await timesOf(attackedMs)
  } finally {
    attacker.kill('SIGKILL')
    await dropWork()
    await sleep(leadInMs)
  }
}

/** Ends what the attacker left behind, or it would go on for minutes after the attack. */
async function dropWork(): Promise<void> {
  await using admin = await connect(product.database.urls.admin)
  const unfinished = `where state in ('waiting', 'dispatched')`
  await admin.query(`update gateway.steps set deadline_at = now() ${unfinished}`)
  for (;;) {
    const { rowCount } = await admin.query(`select from gateway.steps ${unfinished} limit 1`)
    if (rowCount === 0) return
    await sleep(leadInMs / 10)
  }
}

function append(all: Map<string, number[]>, more: Times): void {
  for (const [label, times] of more) all.set(label, [...(all.get(label) ?? []), ...times])
}

function printTable(): void {
  const columns = victims.map(({ label }) => label)
  console.log(`\nseconds: p50 p95 worst  ${columns.map((label) => label.padStart(34)).join('')}`)
  printRow('quiet', quiet)
  for (const [name, times] of attacked) printRow(name, times)
}

function printRow(name: string, times: Times): void {
  const cells = [...times].map(([label, all]) => {
    const ratio = at(all, 0.95) / at(quiet.get(label)!, 0.95)
    const figures = [0.5, 0.95, 1].map((share) => seconds(at(all, share)))
    return `${figures.join(' ')}  × ${ratio.toFixed(1)} (${all.length})`.padStart(34)
  })
  console.log(name.padEnd(24) + cells.join(''))
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1]!
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2)
}
