import type { Batch, BatchItem } from '@equerre/contract/batches'
import type { ApiKeys } from '@equerre/contract/identity'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import JSZip from 'jszip'
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { batchItems } from './support/config.ts'
import { rows, until } from './support/observe.ts'

/**
 * A batch on its whole way, with two real workers of which one is killed, while Redis is emptied: credits exact, nothing lost, and single
 * calls beside it are answered. `npm run test:batch` has 1,000 items, and prints how long single calls take beside none and beside them.
 */
const full = batchItems >= 1_000
const timeoutMs = full ? 3_600_000 : 180_000
const options = { dpi: 72, format: 'jpeg' } as const

/** Some lead to no file, and as many as that are too many. */
const credits = batchItems - 2 * Math.ceil(batchItems / 6)
const singlesMost = full ? 60 : 3

let product: Product
let script: Client
/** Somebody else, who waits for answers. */
let other: Client
let source: Server
let url: (name: string) => string
let photo: Uint8Array

beforeAll(async () => {
  const env = { COURIER_ALLOW_NETWORKS: '127.0.0.1/32', WORKER_SLOTS: '1' }
  ;[product, photo] = await Promise.all([
    startProduct({ courier: true, env }),
    photographDocument({ seed: 33, width: 800, height: 600, coverage: 0.5 }).then(({ jpeg }) => jpeg),
  ])
  await product.startReplica('vision-worker', {})
  source = createServer((request, response) =>
    request.url?.startsWith('/page') ? response.end(photo) : response.writeHead(404).end(),
  )
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  url = (name) => `http://127.0.0.1:${(source.address() as AddressInfo).port}/${name}`
  ;[script, other] = [await meet(credits), await meet(singlesMost)]
}, timeoutMs)
afterAll(async () => {
  source?.close()
  source?.closeAllConnections()
  await product?.stop()
})

/** A script of somebody new, who has bought so many credits. */
async function meet(bought: number): Promise<Client> {
  const email = `${randomUUID()}@exemple.test`
  const person = await signIn(product.url, { person: 'new', email })
  const [user] = await rows<{ id: string }>(product, 'select id from auth.users where email = $1', [email])
  await rows(product, 'select billing.grant($1, $2, $3, null)', [user!.id, bought, randomUUID()])
  return new Client(product.url, (await person.ask<ApiKeys>('/api/api-key/me')).body.api_key)
}

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

/** How long calls take that somebody waits for, one after another, ms in ascending order. */
async function singles(times: number): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const from = performance.now()
    const reply = await other.ask(`/api/v1/detourage`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: url('page-single.jpg'), options }),
    })
    expect(reply.status).toBe(200)
    took.push(Math.round(performance.now() - from))
  }
  return took.toSorted((a, b) => a - b)
}

const inFull = (name: string, took: readonly number[]) => {
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))]
  if (full)
    process.stdout.write(
      `single calls ${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${took.at(-1)} ms\n`,
    )
}

it(
  'charges exactly what it made when credits run out, and loses nothing of what a worker and Redis lose',
  { timeout: timeoutMs },
  async () => {
    inFull('beside none', await singles(singlesMost / 3))
    const items = Array.from({ length: batchItems }, (_, i) => ({
      // Every sixth, from the second on, leads to no file.
      url: url(i % 6 === 1 ? `missing-${i}` : `page-${i}.jpg`),
      reference: `n° ${i}`,
      ...(i < 3 && { group: 'Dossier' }),
    }))
    const from = performance.now()
    const { status, headers, body } = await send({ items, options, assembly: { text: false } })
    const { id } = body
    expect([status, headers.get('Location')]).toEqual([202, `/api/v1/detourage/batches/${id}`])
    await until(async () => (await look(id)).items.done > 0)
    if (full) inFull('beside the batch', await singles((2 * singlesMost) / 3))
    await product.kill('vision-worker')
    await (
      await product.loseRedis()
    )()
    await product.restart('vision-worker')
    if (!full) await singles(1)
    await until(async () => (await look(id)).ended_at !== null, timeoutMs)
    if (full)
      process.stdout.write(`${batchItems} items in ${Math.round((performance.now() - from) / 1_000)} s\n`)
    const batch = await look(id)
    const { done, failed } = batch.items
    expect(batch).toMatchObject({
      state: 'finished',
      items: { total: batchItems, waiting: 0, running: 0, cancelled: 0 },
      credits_charged: done,
      assemblies: [{ group: 'Dossier', state: 'done' }],
    })
    expect([done + failed, await script.credits()]).toEqual([batchItems, credits - done])
    await expectResults(batch)
  },
)

async function expectResults({ id, items: { total, done, failed } }: Batch) {
  const lines = (await (await results(id, 'application/x-ndjson')).text()).trim().split('\n')
  const each = lines.map((line) => JSON.parse(line) as BatchItem)
  expect(each.map(({ index }) => index)).toEqual(Array.from({ length: total }, (_, index) => index))
  const codes = each.flatMap(({ code }) => code ?? [])
  expect(new Set(codes)).toEqual(new Set(['address_status', 'credits_exhausted']))
  expect(codes.length).toBe(failed)
  const { pdf_path: pdf } = (await look(`${id}?sign_for=60`)).assemblies[0]!.artifacts!
  expect(
    Buffer.from(await (await fetch(new URL(pdf, product.url))).arrayBuffer()).toString('latin1', 0, 5),
  ).toBe('%PDF-')
  const { artifacts } = each[0]!.result!
  expect((await fetch(new URL(artifacts.warped_path!, product.url))).status).toBe(200)
  const zip = await JSZip.loadAsync(await (await results(id, 'application/zip')).arrayBuffer())
  const names = Object.keys(zip.files)
  expect([names.length, names[0], names.at(-1)]).toEqual([done + 1, '0001-n° 0.jpg', '0001-Dossier.pdf'])
  expect((await zip.file('0001-Dossier.pdf')!.async('string')).slice(0, 5)).toBe('%PDF-')
}
