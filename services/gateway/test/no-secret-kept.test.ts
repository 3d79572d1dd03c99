import type { IngestReply } from '@equerre/contract/detourage'
import type { ApiKeys } from '@equerre/contract/identity'
import { Client, formOf } from '@equerre/testkit/client'
import { openCollector, type Collector } from '@equerre/testkit/collector'
import { digitalPdf, photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { comeBack, leave, signIn } from '@equerre/testkit/sign-in'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRedis, rows, until, untilIdle } from './support/observe.ts'

let product: Product
let collector: Collector
/** Every credential, by kind. */
let issued: Record<string, string>
/** Personal data: logs are read by more people than tables. */
const personal = { name: 'bulletin-de-paie-durand', email: `${randomUUID()}@exemple.test` }
beforeAll(async () => {
  collector = await openCollector()
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
  product = await startProduct({ env: { LOG_LEVEL: 'trace', ...tracing } })
  issued = await liveThroughEverything()
})
afterAll(async () => {
  await product.stop()
  await collector.stop()
})

/** Exercises one person's whole use of the product, including refusals and failures. */
async function liveThroughEverything(): Promise<Record<string, string>> {
  const photo = await photographDocument({ seed: 51, width: 800, height: 600, coverage: 0.5 })
  const options = '{"dpi":72}'
  const client = await Client.guest(product.url)
  const secrets: Record<string, string> = { guest_key: client.cookies.get('guest_key')! }
  const upload = async (whose: Client) =>
    (await whose.ingest({ bytes: photo.jpeg, name: `${personal.name}.jpg` })).body.ingestion_id
  await client.rectify({ ingestion_id: await upload(client), options }, { 'Idempotency-Key': 'x' })

  const person = { person: 'new', email: personal.email } as const
  const location = await leave(client, person)
  const departure = client.cookies.get('sign-in')!
  await comeBack(client, location)
  // The second time the provider refuses the code, and auth logs that.
  client.cookies.set('sign-in', departure)
  await comeBack(client, location)
  await signIn(product.url, person, client)
  const { body: former } = await client.ask<ApiKeys>('/api/api-key/me')
  await client.ask('/api/me')
  const { body: keys } = await client.ask<ApiKeys>('/api/api-key/rotate', { method: 'POST' })
  Object.assign(secrets, {
    session: client.cookies.get('session')!,
    departure,
    code: new URL(location).searchParams.get('code')!,
    api_key: keys.api_key,
    test_api_key: keys.test_api_key,
    former_api_key: former.api_key,
    callback: randomUUID(),
  })
  // Nobody delivers: what is told of it stays in Redis.
  const callback_url = `https://rappel.exemple.test/reprise?token=${secrets['callback']}`
  for (const key of [keys.api_key, keys.test_api_key, former.api_key]) {
    const script = new Client(product.url, key)
    await script.ask('/api/credits/add', { method: 'POST' })
    if (key !== former.api_key)
      await script.rectify({ ingestion_id: await upload(script), options, callback_url })
    await script.ask(`/api/nulle-part?key=${key}`)
    await script.ingest({ bytes: new Uint8Array(), name: `${personal.name}.txt` })
  }
  // With auth down, the proxy fails while holding the credentials.
  await product.kill('auth')
  await client.ask('/api/me')
  await client.ask('/api/me/export')
  await product.restart('auth')
  await client.ask('/api/me/export')
  await client.ask('/api/logout', { method: 'POST', crossSite: true })
  const second = await signIn(product.url, person)
  secrets['second_session'] = second.cookies.get('session')!
  await second.ask('/api/logout', { method: 'POST' })
  return { ...secrets, ...(await sendProtectedFiles(client)) }
}

/**
 * Sends a protected PDF with its password, to both doors; with a wrong one; with one that is too long; and at last while no worker
 * is there, so that its job stays in Redis.
 */
async function sendProtectedFiles(client: Client): Promise<Record<string, string>> {
  const [password, wrong] = [randomUUID(), randomUUID()]
  const file = { bytes: await digitalPdf({ password, pages: 1 }), name: `${personal.name}.pdf` }
  const send = (fields: { password: string }, path = '/ingest', headers = {}) =>
    client.ask<IngestReply>(`/api/v1/detourage${path}`, {
      method: 'POST',
      headers,
      body: formOf(fields, file),
    })
  const key = { 'Idempotency-Key': 'protégé' }
  expect((await send({ password: wrong }, '/ingest', key)).status).toBe(422)
  expect((await send({ password: wrong.repeat(4) })).status).toBe(422)
  const { status, body } = await send({ password }, '/ingest', key)
  expect(status).toBe(200)
  const pages = [{ ingestion_id: body.ingestion_id, page: 1 }]
  const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const dossier = await client.ask('/api/v1/detourage/assemblies', {
    ...asked,
    body: JSON.stringify({ pages }),
  })
  expect(dossier.status).toBe(200)
  expect((await send({ password }, '')).status).toBe(200)
  // A worker that has answered may not have finished its job yet, and would leave it behind.
  await untilIdle(product)
  await product.kill('vision-worker')
  expect((await send({ password }, '/ingest', { Prefer: 'respond-async' })).status).toBe(202)
  return { password, wrong_password: wrong }
}

/** The secret in plain text, and in encodings in which it might be written by accident. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')]
}

async function dump(): Promise<string> {
  const tables = await rows<{ schema: string; name: string }>(
    product,
    `select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts = await Promise.all(
    tables.map(({ schema, name }) =>
      rows<{ row: string }>(product, `select t::text as row from ${schema}.${name} t`),
    ),
  )
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

function logs(): string {
  const files = readdirSync(product.logDir).filter((name) => name.endsWith('.log'))
  expect(files).toEqual(
    expect.arrayContaining(['auth.log', 'billing.log', 'gateway.log', 'vision-worker.log']),
  )
  return files.map((name) => readFileSync(path.join(product.logDir, name), 'utf8')).join('\n')
}

async function everythingInRedis(): Promise<string> {
  const redis = await connectRedis(product.redisUrl)
  await until(async () => redis.status === 'ready')
  // Compression would hide a secret from the scan.
  await redis.config('SET', 'rdbcompression', 'no')
  const keys = await redis.keys('*')
  const values = await Promise.all(keys.map(async (key) => (await redis.dump(key)) ?? ''))
  redis.disconnect()
  return [...keys, ...values].join('\n')
}

describe('after exercising the whole product', () => {
  const places = {
    'a dump of all tables': dump,
    'all logs': async () => logs(),
    'all traces': async () => collector.text(),
    Redis: everythingInRedis,
  }

  it.each(Object.entries(places))('%s holds no credential', async (_place, read) => {
    const text = await read()
    expect(text.length).toBeGreaterThan(1_000)
    const found = Object.entries(issued).filter(([, secret]) => {
      expect(secret.length).toBeGreaterThan(20)
      return formsOf(secret).some((form) => text.includes(form))
    })
    expect(found.map(([name]) => name)).toEqual([])
  })

  it.each(Object.entries(places).filter(([place]) => place !== 'a dump of all tables'))(
    '%s holds no file name and no e-mail address',
    async (_place, read) => {
      const text = await read()
      expect(Object.values(personal).filter((value) => text.includes(value))).toEqual([])
    },
  )

  it('the scan would have found one', async () => {
    const hash = createHash('sha256').update(issued['guest_key']!).digest('hex')
    expect(await dump()).toContain(hash)
    expect(await dump()).toContain(personal.name)
    expect(await dump()).toContain(personal.email)
  })

  it('the passwords of PDFs are sealed, each for its file, and no finished job keeps one', async () => {
    const kept = await rows<{ sealed: string }>(
      product,
      'select sealed_password as sealed from gateway.ingestions where sealed_password is not null',
    )
    const redis = await everythingInRedis()
    expect(new Set(kept.map(({ sealed }) => sealed)).size).toBe(3)
    expect(kept.filter(({ sealed }) => redis.includes(sealed))).toHaveLength(1)
  })
})
