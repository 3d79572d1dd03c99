import type { Batch, BatchItem } from '@equerre/contract/batches'
import type { ApiKeys } from '@equerre/contract/identity'
import { Client, type Reply } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows, until } from './support/observe.ts'

/**
 * A batch on its whole way, with real workers: credits exact, nothing lost, and a single call beside it goes first. `npm run test:batch` runs
 * 1,000 items on two workers and prints what a single call waits.
 */
const count = Number(process.env['BATCH_ITEMS'] ?? 12)
const full = count >= 1_000
const timeoutMs = full ? 3_600_000 : 120_000
const options = { dpi: 72, format: 'jpeg' } as const

let product: Product
let script: Client
let ownerId: string
let source: Server
let url: (name: string) => string
let photo: Uint8Array

beforeAll(async () => {
  const env = { COURIER_ALLOW_NETWORKS: '127.0.0.1/32', WORKER_SLOTS: '1', BATCHES_OPEN_MAX: '3' }
  ;[product, photo] = await Promise.all([
    startProduct({ courier: true, env }),
    photographDocument({ seed: 33, width: 800, height: 600, coverage: 0.5 }).then(({ jpeg }) => jpeg),
  ])
  await product.startReplica('vision-worker')
  source = createServer((request, response) =>
    request.url?.startsWith('/page') ? response.end(photo) : response.writeHead(404).end(),
  )
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  url = (name) => `http://127.0.0.1:${(source.address() as AddressInfo).port}/${name}`
  const email = `${randomUUID()}@exemple.test`
  const person = await signIn(product.url, { person: 'new', email })
  script = new Client(product.url, (await person.ask<ApiKeys>('/api/api-key/me')).body.api_key)
  const [user] = await rows<{ id: string }>(product, 'select id from auth.users where email = $1', [email])
  ownerId = user!.id
}, timeoutMs)
afterAll(async () => {
  source?.close()
  source?.closeAllConnections()
  await product?.stop()
})

const buy = (credits: number) =>
  rows(product, 'select billing.grant($1, $2, $3, null)', [ownerId, credits, randomUUID()])

const send = (body: object) =>
  script.ask<Batch>('/api/v1/detourage/batches', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const look = async (id: string) => (await script.ask<Batch>(`/api/v1/detourage/batches/${id}`)).body
const results = (id: string, accept: string) =>
  fetch(`${product.url}/api/v1/detourage/batches/${id}/results?sign_for=60`, {
    headers: { 'X-API-Key': script.apiKey!, Accept: accept },
  })
const ended = (id: string) => until(async () => (await look(id)).ended_at !== null, timeoutMs)

/** How long a call that somebody waits for takes, with its answer. */
async function single(): Promise<{ reply: Reply<unknown>; ms: number }> {
  const from = performance.now()
  const reply = await script.ask(`/api/v1/detourage`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: url('page-single.jpg'), options }),
  })
  return { reply, ms: performance.now() - from }
}

async function singles(times: number): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const { reply, ms } = await single()
    expect(reply.status).toBe(200)
    took.push(Math.round(ms))
  }
  return took.toSorted((a, b) => a - b)
}

it(
  'charges exactly what it made when credits run out, loses nothing, and lets single calls through',
  { timeout: timeoutMs },
  async () => {
    const alone = full ? 10 : 1
    const bad = Math.ceil(count / 6)
    const paid = count - bad - Math.ceil(count / 6)
    await buy(paid + 3 * alone)
    const before = await singles(alone)
    const items = Array.from({ length: count }, (_, i) => ({
      // Every sixth, from the second on, leads to no file.
      url: url(i % 6 === 1 ? `missing-${i}` : `page-${i}.jpg`),
      reference: `n° ${i}`,
      ...(i < 3 && { group: 'Dossier' }),
    }))
    const accepted = await send({ items, options, assembly: { text: false } })
    expect([accepted.status, accepted.headers.get('Location')]).toEqual([
      202,
      `/api/v1/detourage/batches/${accepted.body.id}`,
    ])
    const { id } = accepted.body
    const beside = await singles(2 * alone)
    if (full) console.log({ alone: before, beside })
    await ended(id)
    const batch = await look(id)
    const failed = items.filter(({ url: address }) => address.includes('missing')).length
    expect(batch).toMatchObject({
      state: 'finished',
      items: { total: count, waiting: 0, running: 0, done: paid },
      credits_charged: paid,
      assemblies: [{ group: 'Dossier', state: 'done' }],
    })
    expect(await script.credits()).toBe(0)
    const lines = (await (await results(id, 'application/x-ndjson')).text()).trim().split('\n')
    const each = lines.map((line) => JSON.parse(line) as BatchItem)
    expect(each.map(({ index }) => index)).toEqual(items.map((_, index) => index))
    const codes = Map.groupBy(each, ({ code }) => code)
    expect(codes.get(null)?.length).toBe(paid)
    expect(codes.get('address_status')?.length ?? 0).toBeLessThanOrEqual(failed)
    expect((codes.get('address_status')?.length ?? 0) + (codes.get('credits_exhausted')?.length ?? 0)).toBe(
      count - paid,
    )
    const [first] = each
    expect((await fetch(new URL(first!.result!.artifacts.warped_path!, product.url))).status).toBe(200)
    const zip = Buffer.from(await (await results(id, 'application/zip')).arrayBuffer())
    const names = [...zip.toString('latin1').matchAll(/PK\x01\x02.{42}(\d{4}-.*?\.(?:jpg|pdf))/gs)].map(
      ([, name]) => name,
    )
    expect([names.length, names[0], names.at(-1)]).toEqual([paid + 1, '0001-nÂ° 0.jpg', '0001-Dossier.pdf'])
  },
)

it('loses nothing when a worker is killed and Redis comes back empty', { timeout: timeoutMs }, async () => {
  await buy(6)
  const items = Array.from({ length: 6 }, (_, i) => ({ url: url(`page-again-${i}.jpg`) }))
  const { id } = (await send({ items, options })).body
  await until(async () => (await look(id)).items.done > 0)
  await product.kill('vision-worker')
  const comeBack = await product.loseRedis()
  await comeBack()
  await product.restart('vision-worker')
  await ended(id)
  expect(await look(id)).toMatchObject({ state: 'finished', items: { done: 6 }, credits_charged: 6 })
  expect(await script.credits()).toBe(0)
})
