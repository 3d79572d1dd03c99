/**
 * Replaces the former release by this one process by process, as a cluster does, while people use it, takes this one back in the
 * same way, and rolls it out again: `npm run test:roll -- COMMIT`. Between any two steps both releases are at work on the
 * same queues and rows. Every accepted job must end, charged once, and every page made must still be there at the end.
 */
import type { IngestReply, RectifyReply } from '@equerre/contract/detourage'
import { connect, prepareDatabase } from '@equerre/local/servers/databases'
import { cloneFolder } from '@equerre/local/tools'
import { startReplicas, type ReplicaSet } from '@equerre/testkit/balancer'
import { Client, formOf, jobOf, type Reply } from '@equerre/testkit/client'
import { digitalPdf, photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product, type Stores } from '@equerre/testkit/product'
import { startServers } from '@equerre/testkit/servers'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { generousLimits } from '../former/play.ts'
import { checkOutRelease, migrateTo } from '../former/release.ts'

const firstCredits = 10
/** An upload in progress outlives the start of a process. */
const slowUploadMs = 10_000
const small = '{"dpi":72,"format":"jpeg"}'
const later = { Prefer: 'respond-async' }

/** The way that workers and gateways of different releases meet in both roles. */
const order = ['vision-worker', 'auth', 'billing', 'gateway'] as const

/** What somebody has made, to be looked at again. */
type Made = { readonly client: Client; readonly paths: readonly string[] }

const [revision] = process.argv.slice(2)
assert(revision, 'say which commit is the former release: npm run test:roll -- COMMIT')
const { release, commit } = checkOutRelease(revision)
const { servers, stop } = await startServers()
try {
  const before = ({ database }: Stores) => migrateTo(release, database.urls)
  const product = await startProduct({ servers, release, before, env: generousLimits })
  try {
    await roll(product)
  } finally {
    await product.stop()
  }
} finally {
  await stop()
}

async function roll(product: Product): Promise<void> {
  const sets = await openSets(product)
  const photo = {
    bytes: (await photographDocument({ seed: 71, width: 800, height: 600, coverage: 0.5 })).jpeg,
    name: 'a.jpg',
  }
  const pdf = { bytes: await digitalPdf({ pages: 3 }), name: 'a.pdf' }
  const crowd = visitAll(sets.gateway.url, [
    (client) => makeInSteps(client, photo),
    (client) => makeAllPages(client, pdf),
    (client) => makeSlowly(client, photo),
  ])
  await crowd.everybodyAgain()
  await prepareDatabase(product.database.urls, servers.secrets)
  say(`migrated under ${commit}`)
  for (const [to, what] of [
    [cloneFolder, 'rolled out'],
    [release, 'taken back'],
    [cloneFolder, 'rolled out again'],
  ] as const) {
    for (const name of order) {
      assert.equal(await sets[name].replaceOldest(to), 'exit code 0', name)
      await crowd.everybodyAgain()
      say(`${name} ${what}`)
    }
  }
  const made = await crowd.end()
  for (const { client, paths } of made)
    for (const path of paths) assert.equal((await client.bytes(path)).status, 200, path)
  await assertWhole(product)
  say(
    `${made.length} visits, ${made.flatMap(({ paths }) => paths).length} pages, each for one credit, all there`,
  )
  await Promise.all(Object.values(sets).map((set) => set.stop()))
}

async function openSets(product: Product): Promise<Record<(typeof order)[number], ReplicaSet>> {
  for (const name of order) await product.kill(name)
  const set = (name: (typeof order)[number], env: Record<string, string> = {}) =>
    startReplicas(product, name, { count: 1, env: { ...env, DRAIN_SECONDS: '1', WORKER_SLOTS: '1' } })
  const [auth, billing, worker] = await Promise.all([set('auth'), set('billing'), set('vision-worker')])
  const gateway = await set('gateway', { AUTH_URL: auth.url, BILLING_URL: billing.url })
  return { auth, billing, gateway, 'vision-worker': worker }
}

/** New guests make what `ways` make, one after the other in each way, until the end. */
function visitAll(url: string, ways: readonly ((client: Client) => Promise<string[]>)[]) {
  const made: Made[] = []
  const counts = ways.map(() => 0)
  let over = false
  const visits = ways.map(async (way, at) => {
    for (; !over; counts[at]!++) {
      const client = await Client.guest(url)
      const paths = await way(client)
      assert.equal(await client.credits(), firstCredits - paths.length)
      made.push({ client, paths })
    }
  })
  const failed = Promise.all(visits)
  return {
    /** Resolves once a visit has ended in every way; the next ones are under way. */
    everybodyAgain: async () => {
      const aims = counts.map((count) => count + 1)
      while (counts.some((count, at) => count < aims[at]!)) await Promise.race([sleep(100), failed])
    },
    end: async () => {
      over = true
      await failed
      return made
    },
  }
}

async function makeInSteps(client: Client, photo: { bytes: Uint8Array; name: string }): Promise<string[]> {
  const { ingestion_id } = await ended(client, await client.ingest(photo))
  await ended(client, await client.detect({ ingestion_id }))
  const one = await ended(client, await client.rectify({ ingestion_id, options: small }))
  const other = await ended(client, await client.oneShot(photo, { options: small }, later))
  return [pageOf(one), pageOf(other)]
}

async function makeAllPages(client: Client, pdf: { bytes: Uint8Array; name: string }): Promise<string[]> {
  const { ingestion_id, pages } = await ended(client, await client.ingest(pdf))
  const asked = await Promise.all(
    pages.map((_, index) => client.rectify({ ingestion_id, page: index + 1, options: small }, later)),
  )
  return Promise.all(asked.map(async (reply) => pageOf(await ended(client, reply))))
}

/** An upload that is under way while processes are replaced. */
async function makeSlowly(client: Client, photo: { bytes: Uint8Array; name: string }): Promise<string[]> {
  const whole = new Response(formOf({}, photo))
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const half = Math.ceil(bytes.length / 2)
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes.subarray(0, half))
      await sleep(slowUploadMs)
      controller.enqueue(bytes.subarray(half))
      controller.close()
    },
  })
  const headers = { 'Content-Type': whole.headers.get('Content-Type')! }
  const asked = { method: 'POST', headers, body, duplex: 'half' }
  const reply = await client.ask<IngestReply>('/api/v1/detourage/ingest', asked)
  const { ingestion_id } = await ended(client, reply)
  return [pageOf(await ended(client, await client.rectify({ ingestion_id, options: small })))]
}

async function ended<Body>(client: Client, reply: Reply<Body>): Promise<Body> {
  const last = reply.status === 202 ? await client.settle<Body>(jobOf(reply).id) : reply
  assert.equal(last.status, 200, JSON.stringify(last.body))
  return last.body
}

function pageOf({ artifacts }: RectifyReply): string {
  assert(artifacts.warped_path)
  return artifacts.warped_path
}

/** Nothing was lost, done twice or is still held. */
async function assertWhole({ database }: Product): Promise<void> {
  await using client = await connect(database.urls.admin)
  const none = async (query: string) => assert.deepEqual((await client.query(query)).rows, [])
  await none(`select id, state, attempts from gateway.steps where state <> 'done' or attempts > 1`)
  await none('select id, held from billing.wallets where held <> 0')
}

function say(text: string): void {
  console.log(`roll          ${text}`)
}
