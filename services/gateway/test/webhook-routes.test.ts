import type { AccountExport } from '@equerre/contract/export'
import type { BodyOf, ReplyOf } from '@equerre/contract/endpoint'
import { WebhookEvent } from '@equerre/contract/events'
import type {
  createWebhook,
  Delivery,
  listDeliveries,
  rotateCallbackSecret,
} from '@equerre/contract/webhooks'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows, until } from './support/observe.ts'
import { startReceiver } from '@equerre/testkit/receiver'

/** Webhooks as an account uses them, with all services and a receiver. */

let product: Product
let receiver: Awaited<ReturnType<typeof startReceiver>>
let file: FormData
beforeAll(async () => {
  receiver = await startReceiver({})
  product = await startProduct({ courier: true, env: { COURIER_ALLOW_NETWORKS: '127.0.0.0/8' } })
  const { jpeg } = await photographDocument({ seed: 41, width: 800, height: 600, coverage: 0.5 })
  file = new FormData()
  file.append('file', new Blob([jpeg as Uint8Array<ArrayBuffer>]), 'contrat.jpg')
})
afterAll(async () => {
  receiver.close()
  await product.stop()
})

type Added = ReplyOf<typeof createWebhook>

const post = <Body>(client: Client, path: string, body?: object) =>
  client.ask<Body>(path, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
const add = (client: Client, body: Partial<BodyOf<typeof createWebhook>>) =>
  post<Added>(client, '/api/v1/webhooks', body)
const newUser = () =>
  signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test`, name: 'Camille' })
const keysOf = async (client: Client) =>
  (await client.ask<{ api_key: string; test_api_key: string }>('/api/api-key/me')).body

it('tell endpoint and callback of a page, with a log, an export and an end', async () => {
  const person = await newUser()
  await post(person, '/api/credits/add')
  const script = new Client(product.url, (await keysOf(person)).api_key)
  const { status, headers, body: hook } = await add(script, { url: receiver.url('/hook') })
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  file.set('callback_url', receiver.url('/resume?token=t'))
  const page = await script.ask<{ id: string }>('/api/v1/detourage', { method: 'POST', body: file })
  expect(page.status).toBe(200)
  const at = (path: string) => receiver.received.filter((request) => request.path === path)
  await until(async () => at('/hook').length >= 3 && at('/resume?token=t').length === 1)
  const verified = at('/hook').map(({ body, headers }) =>
    WebhookEvent.parse(new Webhook(hook.secret).verify(body, headers)),
  )
  expect(verified.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ingestion.finished', 'rectification.finished', 'credits.low']),
  )
  const [called] = at('/resume?token=t')
  expect(JSON.parse(called!.body)).toMatchObject({
    type: 'rectification.finished',
    data: { job_id: page.body.id },
  })
  expect(called!.headers['webhook-signature']).toBeUndefined()

  const log = () => person.ask<ReplyOf<typeof listDeliveries>>(`/api/v1/webhooks/${hook.id}/deliveries`)
  await until(async () => (await log()).body.deliveries.every(({ state }) => state === 'delivered'))
  const [newest] = (await log()).body.deliveries
  const again = await post<Delivery>(person, `/api/v1/webhooks/deliveries/${newest!.id}/resend`)
  expect(again).toMatchObject({ status: 200, body: { id: newest!.id } })
  await until(
    async () => at('/hook').filter(({ headers }) => headers['webhook-id'] === newest!.id).length === 2,
  )

  const exported = (await person.ask<AccountExport>('/api/me/export')).body
  expect(exported.webhooks).toMatchObject([{ id: hook.id, url: receiver.url('/hook') }])
  expect(JSON.stringify(exported)).not.toContain(hook.secret)
  await person.ask('/api/me', { method: 'DELETE' })
  const left = () =>
    rows(
      product,
      `select 1 from gateway.webhook_events where owner_id = $1 union all
      select 1 from gateway.webhook_endpoints where owner_id = $1 union all
      select 1 from gateway.webhook_deliveries where owner_id = $1`,
      [exported.account.id],
    )
  await until(async () => (await left()).length === 0)
})

it('sign what goes to callbacks once the account has a secret for them, log it and send it again', async () => {
  const person = await newUser()
  await post(person, '/api/credits/add')
  const script = new Client(product.url, (await keysOf(person)).api_key)
  const renew = () => post<ReplyOf<typeof rotateCallbackSecret>>(person, '/api/v1/callbacks/rotate')
  const [first, second] = [await renew(), await renew()]
  expect(first.headers.get('Cache-Control')).toBe('no-store')
  expect(first.body.former_secret_until).toBeNull()
  expect(Date.parse(second.body.former_secret_until!)).toBeGreaterThan(Date.now())
  file.set('callback_url', receiver.url('/signed'))
  expect((await script.ask('/api/v1/detourage', { method: 'POST', body: file })).status).toBe(200)
  const told = () => receiver.received.filter((request) => request.path === '/signed')
  await until(async () => told().length === 1)
  const { body, headers } = told()[0]!
  for (const { secret } of [first.body, second.body])
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'rectification.finished' })
  const log = async (client: Client) =>
    (await client.ask<ReplyOf<typeof listDeliveries>>('/api/v1/callbacks/deliveries')).body.deliveries
  await until(async () => (await log(person))[0]?.state === 'delivered')
  const [delivery] = await log(person)
  expect(delivery).toMatchObject({ id: headers['webhook-id'], body, attempts: [{ status: 204 }] })
  const again = `/api/v1/webhooks/deliveries/${delivery!.id}/resend`
  const stranger = await newUser()
  expect([await log(stranger), (await post(stranger, again)).status]).toEqual([[], 404])
  expect((await post(person, again)).status).toBe(200)
  await until(async () => told().length === 2)
  expect(told()[1]!.headers['webhook-id']).toBe(delivery!.id)
  const sealed = await rows(product, 'select * from gateway.callback_secrets')
  expect(JSON.stringify(sealed)).not.toContain(second.body.secret.slice('whsec_'.length))
  await person.ask('/api/me', { method: 'DELETE' })
  await until(async () => (await rows(product, 'select 1 from gateway.callback_secrets')).length === 0)
})

it('are the account’s own', async () => {
  const [person, stranger] = [await newUser(), await newUser()]
  const { id } = (await add(person, { url: receiver.url('/own') })).body
  const named = [
    ['GET', `/api/v1/webhooks/${id}/deliveries`],
    ['POST', `/api/v1/webhooks/${id}/test`],
    ['POST', `/api/v1/webhooks/${id}/rotate`],
    ['POST', `/api/v1/webhooks/${id}/pause`],
    ['POST', `/api/v1/webhooks/${id}/resume`],
    ['POST', `/api/v1/webhooks/deliveries/${id}/resend`],
    ['DELETE', `/api/v1/webhooks/${id}`],
  ] as const
  for (const [method, path] of named) expect((await stranger.ask(path, { method })).status, path).toBe(404)
  expect((await stranger.ask('/api/v1/webhooks')).body).toEqual({ webhooks: [] })
  const tester = new Client(product.url, (await keysOf(person)).test_api_key)
  for (const nobody of [await Client.guest(product.url), tester])
    expect((await add(nobody, { url: receiver.url('/own') })).status).toBe(401)
  expect(await person.ask(`/api/v1/webhooks/${id}`, { method: 'DELETE' })).toMatchObject({
    status: 200,
    body: { ok: true },
  })
})

it.each([
  'ftp://exemple.test/',
  'https://user:secret@exemple.test/',
  'exemple.test',
  'https://exemple.test/#a',
  '',
])('refuse the address %s', async (url) => {
  expect((await add(await newUser(), { url })).status).toBe(422)
})

it('call nobody for guests, whose file is discarded', async () => {
  const guest = await Client.guest(product.url)
  file.set('callback_url', receiver.url('/guest'))
  for (const path of ['/api/v1/detourage', '/api/v1/detourage/ingest'])
    expect((await guest.ask(path, { method: 'POST', body: file })).status).toBe(403)
  const call = { ingestion_id: randomUUID(), callback_url: receiver.url('/guest') }
  for (const path of ['/api/v1/detourage/detect', '/api/v1/detourage/rectify'])
    expect((await post(guest, path, call)).status).toBe(403)
  const assembly = { pages: [{ rectify_id: randomUUID() }], callback_url: receiver.url('/guest') }
  expect((await post(guest, '/api/v1/detourage/assemblies', assembly)).status).toBe(403)
  expect((await guest.ask<{ ingestions: [] }>('/api/v1/detourage/ingestions')).body.ingestions).toEqual([])
})
