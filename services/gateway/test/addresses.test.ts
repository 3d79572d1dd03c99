import type { IngestReply, RectifyReply, RunningJob } from '@equerre/contract/detourage'
import type { Item } from '@equerre/contract/item'
import type { ApiKeys } from '@equerre/contract/identity'
import { Client, jobOf, type Reply } from '@equerre/testkit/client'
import { digitalPdf, photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf, rows, until } from './support/observe.ts'

let product: Product
let photo: Uint8Array
/** Somebody with an account, and their script. */
let person: Client
let script: Client
/** Where files are: it answers as the current test says. */
let elsewhere: { readonly url: string; answer: Answer; asked: number; close: () => void }
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown
const giveFile: Answer = (_request, response) => response.end(photo)
const password = randomUUID()
/** As good as a password: whoever has such an address can read the file. */
const token = `token-${randomUUID()}`

beforeAll(async () => {
  const env = { COURIER_ALLOW_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'trace', UPLOADS_PER_MINUTE: '1000' }
  ;[product, photo] = await Promise.all([
    startProduct({ courier: true, env }),
    photographDocument({ seed: 33, width: 800, height: 600, coverage: 0.5 }).then(({ jpeg }) => jpeg),
  ])
  elsewhere = await openElsewhere()
  await meet()
})

/** Somebody new, with the five credits that are given away. */
async function meet(): Promise<void> {
  person = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
  await person.ask('/api/credits/add', { method: 'POST' })
  const { api_key: key } = (await person.ask<ApiKeys>('/api/api-key/me')).body
  script = new Client(product.url, key)
}
afterEach(() => {
  elsewhere.answer = giveFile
})
afterAll(async () => {
  elsewhere?.close()
  await product?.stop()
})

async function openElsewhere() {
  const server = createServer((request, response) => {
    opened.asked++
    opened.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const opened = {
    url: `http://127.0.0.1:${port}`,
    answer: giveFile,
    asked: 0,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return opened
}

const addressOf = (name: string) => `${elsewhere.url}/${name}?token=${token}`

function send<Body>(
  client: Client,
  fields: object,
  { to = '/ingest', headers = {} }: { to?: string; headers?: Record<string, string> } = {},
): Promise<Reply<Body>> {
  return client.ask<Body>(`/api/v1/detourage${to}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  })
}

const codeOf = ({ status, body }: Reply<unknown>) => [status, (body as { code?: string }).code]

describe('a file by its address', () => {
  it('is ingested like one that was uploaded, by people and by their scripts', async () => {
    for (const client of [person, script]) {
      const reply = await send<IngestReply>(client, { url: addressOf('Re%C3%A7u.jpg') })
      expect(reply).toMatchObject({
        status: 200,
        body: { mime: 'image/jpeg', width: 800, height: 600, name: 'Reçu.jpg', size: photo.length },
      })
      const { body } = await client.ask<Item>(`/api/v1/detourage/ingestions/${reply.body.ingestion_id}`)
      expect(body.status).toBe('ingested')
    }
  })

  it('becomes a page in one call, for the same credit', async () => {
    const before = await person.credits()
    const options = { dpi: 72, format: 'jpeg' }
    const reply = await send<RectifyReply>(
      script,
      { url: addressOf('a.jpg'), options },
      { to: '?sign_for=600' },
    )
    expect([reply.status, reply.body.mime]).toEqual([200, 'image/jpeg'])
    expect(await person.credits()).toBe(before - 1)
    expect((await new Client(product.url).bytes(reply.body.artifacts.warped_path!)).status).toBe(200)
    const itself = await fetch(`${product.url}/api/v1/detourage`, {
      method: 'POST',
      headers: { 'X-API-Key': script.apiKey!, 'Content-Type': 'application/json', Accept: 'image/webp' },
      body: JSON.stringify({ url: addressOf('a.jpg'), options: { dpi: 72 } }),
    })
    expect([itself.status, itself.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  })

  it('may be a protected PDF, whose password comes along', async () => {
    const pdf = await digitalPdf({ password, pages: 2 })
    elsewhere.answer = (_request, response) => response.end(pdf)
    const reply = await send<IngestReply>(script, { url: addressOf('a.pdf'), password })
    expect([reply.status, reply.body.pages?.length]).toEqual([200, 2])
    expect(codeOf(await send(script, { url: addressOf('a.pdf'), password: 'x' }))).toEqual([
      422,
      'wrong_password',
    ])
  })

  it('is fetched once for one key, and its answer given again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const url = addressOf('once.jpg')
    const before = elsewhere.asked
    const first = await send<IngestReply>(script, { url }, { headers })
    const second = await send<IngestReply>(script, { url }, { headers })
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect(elsewhere.asked).toBe(before + 1)
    expect(codeOf(await send(script, { url: `${url}2` }, { headers }))).toEqual([422, 'idempotency_mismatch'])
  })

  it('that gives no file costs nothing and leaves nothing, and the same key tries again', async () => {
    const before = await person.credits()
    const headers = { 'Idempotency-Key': randomUUID() }
    elsewhere.answer = (_request, response) => response.writeHead(404).end()
    const call = () => send<RectifyReply>(script, { url: addressOf('b.jpg') }, { to: '', headers })
    expect(codeOf(await call())).toEqual([422, 'address_status'])
    elsewhere.answer = (_request, response) => response.end('<html>')
    expect(codeOf(await call())).toEqual([415, 'unsupported_type'])
    expect(await person.credits()).toBe(before)
    const failed = await rows<{ id: string }>(
      product,
      `select id from gateway.ingestions where state = 'failed'`,
    )
    expect(failed.length).toBeGreaterThan(0)
    for (const { id } of failed) expect(objectsOf(product, id)).toEqual([])
    elsewhere.answer = giveFile
    expect((await call()).status).toBe(200)
  })

  it('that leads inside is refused', async () => {
    for (const url of ['http://169.254.169.254/', 'http://[::1]/', 'http://10.0.0.1:6379/'])
      expect(codeOf(await send(script, { url }))).toEqual([422, 'address_refused'])
    expect(codeOf(await send(script, { url: 'http://localhost/' }))).toEqual([422, 'address_unreachable'])
  })

  it('is none where there is none, two, or a guest', async () => {
    const guest = await Client.guest(product.url)
    expect(codeOf(await send(guest, { url: addressOf('a.jpg') }))).toEqual([401, 'unauthenticated'])
    for (const fields of [{}, { url: 'ftp://exemple.test/a.jpg' }, { url: 'a.jpg' }, { url: 3 }])
      expect(codeOf(await send(script, fields)), JSON.stringify(fields)).toEqual([422, 'invalid_request'])
    const form = new FormData()
    form.append('url', addressOf('a.jpg'))
    const alone = await script.ask('/api/v1/detourage/ingest', { method: 'POST', body: form })
    expect(alone.status).toBe(200)
    form.append('file', new Blob([photo as BlobPart]), 'a.jpg')
    const both = await script.ask('/api/v1/detourage/ingest', { method: 'POST', body: form })
    expect(codeOf(both)).toEqual([422, 'invalid_request'])
  })
})

describe('while a file is being fetched', () => {
  beforeAll(meet)

  /** Holds back the file until told. */
  function holdBack() {
    let resolve = () => {}
    const promise = new Promise<void>((done) => (resolve = done))
    elsewhere.answer = async (_request, response) => {
      response.write(photo.subarray(0, 10_000))
      await promise
      response.end(photo.subarray(10_000))
    }
    return resolve
  }
  const later = { to: '', headers: { Prefer: 'respond-async' } }
  const asked = async () => {
    const before = elsewhere.asked
    const accepted = await send<RectifyReply>(script, { url: addressOf('slow.jpg') }, later)
    await until(async () => elsewhere.asked > before)
    return jobOf(accepted)
  }

  it('its job runs, and what needs the file must wait', async () => {
    const release = holdBack()
    const { id, ingestion_id } = await asked()
    const poll = await script.ask<RunningJob>(`/api/v1/detourage/jobs/${id}`)
    expect([poll.status, poll.body.step]).toEqual([202, 'rectify'])
    const { body: item } = await script.ask<Item>(`/api/v1/detourage/ingestions/${ingestion_id}`)
    expect(item).toMatchObject({ name: 'slow.jpg', status: 'uploading', ingest: null })
    expect(codeOf(await send(script, { ingestion_id }, { to: '/detect' }))).toEqual([422, 'invalid_request'])
    release()
    expect((await script.settle(id)).status).toBe(200)
  })

  it('a courier that is told to stop finishes it first', async () => {
    const release = holdBack()
    const { id } = await asked()
    const before = elsewhere.asked
    const restarting = product.restart('courier')
    await until(async () => countOf('"stopping"') > 0)
    release()
    await restarting
    expect((await script.settle(id)).status).toBe(200)
    expect(elsewhere.asked).toBe(before)
  })

  it('neither a dead courier nor a dead gateway loses it, and it is paid once', async () => {
    const before = await person.credits()
    holdBack()
    const { id } = await asked()
    await Promise.all([product.kill('courier'), product.kill('gateway')])
    elsewhere.answer = giveFile
    await Promise.all([product.restart('courier'), product.restart('gateway')])
    expect((await script.settle(id)).status).toBe(200)
    expect(await person.credits()).toBe(before - 1)
  })

  it('it can be erased, which ends the fetch and gives the credit back', async () => {
    const before = await person.credits()
    holdBack()
    const { id, ingestion_id } = await asked()
    expect((await script.erase(ingestion_id)).status).toBe(200)
    expect((await script.ask(`/api/v1/detourage/jobs/${id}`)).status).toBe(404)
    expect(await person.credits()).toBe(before)
    await until(async () => countOf('withdrawn') > 0)
    expect(objectsOf(product, ingestion_id)).toEqual([])
  })
})

/** How often the courier has logged this. */
function countOf(text: string): number {
  return readFileSync(path.join(product.logDir, 'courier.log'), 'utf8').split(text).length - 1
}

describe('an address from outside', () => {
  it('is in no log, and in no table or queue as it was given', async () => {
    const items = [{ url: addressOf('a.jpg'), password }, { url: addressOf('b.jpg') }]
    expect((await send(script, { items }, { to: '/batches' })).status).toBe(202)
    const logs = readdirSync(product.logDir).filter((name) => name.endsWith('.log'))
    expect(logs).toContain('courier.log')
    for (const name of logs)
      expect(readFileSync(path.join(product.logDir, name), 'utf8'), name).not.toContain(token)
    expect(countOf(elsewhere.url)).toBeGreaterThan(0)
    const inputs = await rows<{ input: string }>(product, `select input::text from gateway.steps`)
    expect(inputs.map(({ input }) => input).join()).not.toContain(token)
    const held = await rows(
      product,
      `select batches, item from gateway.batches join gateway.batch_items item on item.batch_id = batches.id`,
    )
    expect(held).toHaveLength(2)
    expect(JSON.stringify(held)).not.toMatch(new RegExp(`${token}|${password}`))
    const left = await rows(product, `select from gateway.steps where state = 'done' and input ? 'address'`)
    expect(left).toEqual([])
  })
})

describe('without a courier', () => {
  it('everything else works, and the product says that it is degraded', async () => {
    const health = () => fetch(`${product.url}/api/readyz`)
    await until(async () => (await (await health()).json()).degraded.length === 0)
    await product.kill('courier')
    const ofCourier = ['courier-fetch', 'courier-fetch-bulk', 'courier-deliveries']
    const degraded = async () => (await (await health()).json()).degraded as string[]
    await until(async () => (await degraded()).filter((name) => ofCourier.includes(name)).length === 3)
    expect((await health()).status).toBe(200)
    const form = new FormData()
    form.append('file', new Blob([photo as BlobPart]), 'a.jpg')
    const uploaded = await script.ask('/api/v1/detourage/ingest', { method: 'POST', body: form })
    expect(uploaded.status).toBe(200)
  })
})
