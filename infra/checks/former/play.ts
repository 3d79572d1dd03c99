import { resultsQueue, visionQueues } from '@equerre/contract/jobs'
import { Client, jobOf, type Reply } from '@equerre/testkit/client'
import { digitalPdf, photographDocument, photographNothing, photographTable } from '@equerre/testkit/pictures'
import type { Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import type { ApiKeys } from '@equerre/contract/identity'
import type { Queue } from 'bullmq'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { withQueues } from './messages.ts'

/** Who has used a product: a guest, an account holder, and the account's two keys. */
export type People = Readonly<Record<'guest' | 'account' | 'key' | 'test', Client>>

/** A step that was accepted and has not ended, and how it must end. */
export type OpenStep = { readonly id: string; readonly status: number }

/** Limits under which one address may do all this within seconds, also on a machine where everything waits. */
export const generousLimits = {
  COOKIE_REQUESTS_PER_MINUTE: '100000',
  REQUEST_BURST: '100000',
  GUEST_WALLETS_PER_NETWORK_PER_DAY: '100000',
  GUEST_QUEUE_AGE_SECONDS_MAX: '600',
  UNPAID_STEPS_PER_ADDRESS_PER_HOUR: '100000',
}

const small = '{"dpi":72,"format":"jpeg"}'
const later = { Prefer: 'respond-async' }

/** Uses everything that leaves a row or a message of another form: every kind of step, refusals, purchases, erasures. */
export async function play(product: Product): Promise<People> {
  const { url } = product
  const [guest, account, leaver] = await Promise.all([
    Client.guest(url),
    signIn(url, { person: 'new', email: 'reste@exemple.test', name: 'Reste' }),
    signIn(url, { person: 'new', email: 'part@exemple.test' }),
  ])
  const { api_key, test_api_key } = succeeded(await account.ask<ApiKeys>('/api/api-key/me'))
  const people = { guest, account, key: new Client(url, api_key), test: new Client(url, test_api_key) }
  const topUp = { method: 'POST', headers: { 'Idempotency-Key': topUpKey } }
  succeeded(await guest.ask('/api/credits/add', topUp))
  await buy(product, account)
  succeeded(await leaver.ask('/api/me', { method: 'DELETE' }))
  await Promise.all([
    makePage(guest),
    makeSeveral(guest),
    findNothing(guest),
    makePdf(people.key),
    makeMarked(people.test),
    beRefused(guest),
  ])
  return people
}

export const topUpKey = 'a top-up of the former release'

/** What auth tells the gateway of the account, which puts it into an export as it is. */
export async function accountOf({ account }: Pick<People, 'account'>): Promise<unknown> {
  return succeeded(await account.ask<{ account: unknown }>('/api/me/export')).account
}

/** One page, corrected, turned, in another rendering, and with its text. */
async function makePage(client: Client): Promise<void> {
  const { ingestion_id } = await ended(client, client.ingest(await letter(1)))
  const { corners } = await ended(client, client.detect({ ingestion_id }))
  const made = await ended(client, client.rectify({ ingestion_id, options: small }))
  const moved = corners.map(([x, y]) => [x * 0.99 + 0.005, y])
  const corrected = { dpi: 72, corners: moved, relighting: true, paper: 'none', filter: 'gray' }
  await ended(client, client.rectify({ ingestion_id, options: JSON.stringify(corrected) }))
  const again = { render_of: made.capture_id, filter: 'bw' }
  await ended(client, client.rectify({ ingestion_id, options: JSON.stringify(again) }))
  await tryOut(client, { ingestion_id, options: JSON.stringify({ ...again, turn: 90 }) })
  await tryOut(client, { ingestion_id, options: JSON.stringify({ ...again, text: true }) })
}

/** A release refuses what it does not know yet. */
async function tryOut(client: Client, fields: Parameters<Client['rectify']>[0]): Promise<void> {
  const { status, body } = await client.rectify(fields)
  assert([200, 422].includes(status), JSON.stringify(body))
}

async function makeSeveral(client: Client): Promise<void> {
  const { jpeg } = await photographTable({ seed: 3, count: 2, width: 800, height: 600, background: 'wood' })
  const { ingestion_id } = await ended(client, client.ingest({ bytes: jpeg, name: 'reçus.jpg' }))
  const { documents } = await ended(client, client.detect({ ingestion_id }))
  assert(documents.length > 1)
  await ended(client, client.rectify({ ingestion_id, options: '{"dpi":72,"document":2}' }))
}

async function findNothing(client: Client): Promise<void> {
  const { jpeg } = await photographNothing({ seed: 2, width: 640, height: 480 })
  await ended(client, client.oneShot({ bytes: jpeg, name: 'table.jpg' }, { options: small }))
}

async function makePdf(client: Client): Promise<void> {
  const file = { bytes: await digitalPdf(), name: 'facture.pdf' }
  const { ingestion_id } = await ended(client, client.ingest(file))
  await ended(client, client.rectify({ ingestion_id, page: 2, options: small }))
}

async function makeMarked(client: Client): Promise<void> {
  await ended(client, client.oneShot(await letter(4), { options: small }))
}

/** Refusals that are stored: a general one, one with parameters, one that the gateway finds out itself. */
async function beRefused(client: Client): Promise<void> {
  await ended(client, client.ingest(broken), 422)
  const { jpeg } = await photographNothing({ seed: 5, width: 40, height: 30 })
  await ended(client, client.ingest({ bytes: jpeg, name: 'timbre.jpg' }), 422)
  await ended(client, client.oneShot(await letter(6), { page: 9, options: small }), 422)
}

const broken = { bytes: Buffer.from('ffd8ffe000104a46494600', 'hex'), name: 'coupé.jpg' }

async function buy(product: Product, client: Client): Promise<void> {
  const order = await client.ask<{ url: string }>('/api/create-checkout-session/pack100', { method: 'POST' })
  const { id } = await product.stripe.session(succeeded(order).url)
  const before = await client.credits()
  await product.stripe.pay(id)
  while ((await client.credits()) === before) await sleep(100)
}

/**
 * Leaves work in flight: steps of the key whose results wait to be recorded, and steps of the guest whose jobs wait for a worker,
 * one of which waits for another. Both kinds of queue stay paused.
 */
export function leaveOpen({ redisUrl }: Product, people: People): Promise<OpenStep[]> {
  return withQueues(redisUrl, [resultsQueue, ...visionQueues], ([results, ...lanes]) =>
    leaveIn({ results: results!, lanes }, people),
  )
}

async function leaveIn(
  { results, lanes }: { results: Queue; lanes: readonly Queue[] },
  people: People,
): Promise<OpenStep[]> {
  const uploads = [people.key, people.guest].map(async (client) =>
    ended(client, client.ingest(await letter(7))),
  )
  const [ofKey, ofGuest] = await Promise.all(uploads)
  await results.pause()
  const reported = await askForEach(people.key, ofKey!.ingestion_id)
  while ((await results.count()) < reported.length) await sleep(100)
  await Promise.all(lanes.map((lane) => lane.pause()))
  const waiting = await askForEach(people.guest, ofGuest!.ingestion_id)
  const oneShot = await people.guest.oneShot(await letter(7), { options: small }, later)
  return [...reported, ...waiting, { id: jobOf(oneShot).id, status: 200 }]
}

/** Asks for a step of every kind, and for one that is refused, without waiting for any. */
async function askForEach(client: Client, ingestion_id: string): Promise<OpenStep[]> {
  const accepted = async (reply: Promise<Reply<unknown>>, status = 200) => ({
    id: jobOf(await reply).id,
    status,
  })
  return [
    await accepted(client.ingest(await letter(7), later)),
    await accepted(client.ingest(broken, later), 422),
    await accepted(client.detect({ ingestion_id }, later)),
    await accepted(client.rectify({ ingestion_id, options: small }, later)),
  ]
}

/** A file of a few kilobytes: some of them are kept. */
async function letter(seed: number) {
  const { jpeg } = await photographDocument({
    seed: 20 + seed,
    width: 480,
    height: 360,
    page: 'letter',
    background: 'plain',
    coverage: 0.5,
    tiltDegrees: 10,
  })
  return { bytes: await sharp(jpeg).jpeg({ quality: 50 }).toBuffer(), name: `lettre-${seed}.jpg` }
}

/** How a step ended; on a busy machine an answer may first be where to ask for it. */
async function ended<Body>(client: Client, asked: Promise<Reply<Body>>, status = 200): Promise<Body> {
  const reply = await asked
  return answered(reply.status === 202 ? await client.settle<Body>(jobOf(reply).id) : reply, status)
}

function succeeded<Body>(reply: Reply<Body>): Body {
  return answered(reply, 200)
}

function answered<Body>(reply: Reply<Body>, status: number): Body {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  return reply.body
}
