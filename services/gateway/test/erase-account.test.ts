import type { AccountExport } from '@equerre/contract/export'
import { exportMe } from '@equerre/contract/export'
import type { ApiKeys } from '@equerre/contract/identity'
import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { connect } from '@equerre/local/servers/databases'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf, rows, until } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 41, width: 800, height: 600, coverage: 0.5 })
})
afterAll(() => product.stop())

const small = '{"dpi":72}'
type Person = {
  readonly client: Client
  readonly id: string
  readonly email: string
  readonly name: string
  readonly file: string
}

/** A person who came as a guest, paid for a page and signed in. */
async function somebody(): Promise<Person> {
  const name = `Camille ${randomUUID()}`
  const email = `${randomUUID()}@exemple.test`
  const client = await Client.guest(product.url)
  const file = (await client.ingest({ bytes: photo.jpeg, name: 'contrat.jpg' })).body.ingestion_id
  await client.rectify({ ingestion_id: file, options: small }, { 'Idempotency-Key': 'une' })
  await signIn(product.url, { person: 'new', email, name }, client)
  const { body } = await client.ask<AccountExport>('/api/me/export')
  return { client, id: body.account.id, email, name, file }
}

/** An upload that sends its headers now and its file at `finish`, which resolves to the status. */
function slowUpload(apiKey: string) {
  const boundary = 'limite'
  const headers = { 'X-API-Key': apiKey, 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  const sending = request(`${product.url}/api/v1/detourage/ingest`, { method: 'POST', headers })
  const status = once(sending, 'response').then(([{ statusCode }]) => statusCode as number)
  sending.write(`--${boundary}\r\n`)
  return {
    finish: () => {
      const part = 'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
      sending.end(Buffer.concat([Buffer.from(part), photo.jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)]))
      return status
    },
  }
}

const erase = (client: Client) => client.ask('/api/me', { method: 'DELETE' })
const openErasures = async () => (await rows(product, 'select 1 from auth.erasures')).length

/** All rows of all tables that contain `needle`, as text. */
async function rowsHolding(needle: string): Promise<string[]> {
  const tables = await rows<{ schema: string; name: string }>(
    product,
    `select schemaname as schema, tablename as name from pg_tables where schemaname in ('auth', 'billing', 'gateway')`,
  )
  const found = await Promise.all(
    tables.map(({ schema, name }) =>
      rows<{ row: string }>(product, `select t::text as row from ${schema}.${name} t where t::text like $1`, [
        `%${needle}%`,
      ]),
    ),
  )
  return found.flat().map(({ row }) => row)
}

describe('the export', () => {
  it('holds what each service knows about the person, and no credentials', async () => {
    const { client, email, name, file } = await somebody()
    const keys = (await client.ask<ApiKeys>('/api/api-key/me')).body
    const reply = await client.ask<AccountExport>('/api/me/export')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('Content-Disposition')).toMatch(/^attachment/)
    const { account, credits, ingestions } = exportMe.reply.parse(reply.body)
    expect(account).toMatchObject({ email, name })
    expect(account.sessions).toHaveLength(1)
    expect(account.api_keys.map(({ kind }) => kind).toSorted()).toEqual(['live', 'test'])
    expect(credits.balance).toBe(9)
    expect(credits.lines.map(({ kind }) => kind)).toContain('move_in')
    expect(ingestions.map(({ id, name }) => [id, name])).toEqual([[file, 'contrat.jpg']])
    const text = JSON.stringify(reply.body)
    for (const secret of [keys.api_key, keys.test_api_key, client.cookies.get('session')!])
      expect(text).not.toContain(secret)
  })

  it('is unavailable while auth is down', async () => {
    const { client } = await somebody()
    await product.kill('auth')
    expect((await client.ask('/api/me/export')).status).toBe(503)
    await product.restart('auth')
    expect((await client.ask('/api/me/export')).status).toBe(200)
  })
})

describe('erasing an account', () => {
  it('ends sessions and keys at once, and soon leaves nothing but pseudonymous entries', async () => {
    const { client, id, email, name, file } = await somebody()
    const elsewhere = await signIn(product.url, { person: 'new', email })
    const { api_key } = (await client.ask<ApiKeys>('/api/api-key/me')).body
    const entries = async () => (await rows(product, 'select 1 from billing.entries')).length
    const before = await entries()

    const copy = client.cookies.get('session') ?? ''
    expect(await erase(client)).toMatchObject({ status: 200, body: { ok: true } })
    expect(client.cookies.get('session')).toBe('')
    client.cookies.set('session', copy)
    const withKey = new Client(product.url, api_key)
    for (const caller of [client, elsewhere, withKey]) expect((await caller.ask('/api/me')).status).toBe(401)

    await until(async () => (await openErasures()) === 0)
    for (const trace of [id, email, name, file]) expect(await rowsHolding(trace)).toEqual([])
    expect(objectsOf(product, file)).toEqual([])
    expect(await entries()).toBe(before)
  })

  it('leaves nothing of a file still being sent with its key', async () => {
    const { client, id } = await somebody()
    const { api_key } = (await client.ask<ApiKeys>('/api/api-key/me')).body
    const slow = slowUpload(api_key)
    // The key is valid when the request starts, and gone when its file comes.
    const used = () =>
      rows(product, 'select 1 from auth.api_keys where user_id = $1 and last_used_at is not null', [id])
    await until(async () => (await used()).length > 0)
    await erase(client)
    await until(async () => (await openErasures()) === 0)
    expect(await slow.finish()).toBe(401)
    expect(await rowsHolding(id)).toEqual([])
    expect(await rows(product, `select 1 from gateway.ingestions where state = 'receiving'`)).toEqual([])
  })

  it('waits for transactions that are writing for the person', async () => {
    const { client, id } = await somebody()
    await using gateway = await connect(product.database.urls.gateway)
    const held = async () => (await gateway.query('select auth.hold_user($1) as there', [id])).rows
    await gateway.query('begin')
    expect(await held()).toEqual([{ there: true }])
    const erased = erase(client)
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await until(async () => (await rows(product, waiting)).length > 0)
    await gateway.query('commit')
    expect((await erased).status).toBe(200)
    expect(await held()).toEqual([{ there: false }])
  })

  it('can be followed by a new account of the same person, who gets nothing back', async () => {
    const { client, email } = await somebody()
    await erase(client)
    const again = await signIn(product.url, { person: 'new', email })
    expect(await again.credits()).toBe(0)
    expect((await again.ask<AccountExport>('/api/me/export')).body.ingestions).toEqual([])
  })

  it('voids holds before the wallet is anonymised', async () => {
    const { client, id } = await somebody()
    const file = (await client.ingest({ bytes: photo.jpeg, name: 'b.jpg' })).body.ingestion_id
    await product.kill('vision-worker')
    jobOf(await client.rectify({ ingestion_id: file, options: small }, { Prefer: 'respond-async' }))
    await erase(client)
    await until(async () => (await openErasures()) === 0)
    expect(await rowsHolding(id)).toEqual([])
    expect(await rows(product, 'select 1 from billing.wallets where held <> 0')).toEqual([])
    await product.restart('vision-worker')
  })

  it('is finished after a crash of auth just after its answer', async () => {
    const { client, id, file } = await somebody()
    await erase(client)
    await product.kill('auth')
    await until(async () => objectsOf(product, file).length === 0)
    await product.restart('auth')
    await until(async () => (await openErasures()) === 0)
    expect(await rowsHolding(id)).toEqual([])
  })

  it('is finished by a gateway that was down, with no job in any queue', async () => {
    const { client, id, file } = await somebody()
    const { api_key } = (await client.ask<ApiKeys>('/api/api-key/me')).body
    // Requested directly in auth's tables, because the gateway is not there to proxy the call.
    await product.kill('gateway')
    await rows(
      product,
      `with gone as (delete from auth.users where id = $1 returning id)
       insert into auth.erasures (user_id) select id from gone`,
      [id],
    )
    await product.restart('gateway')
    expect((await new Client(product.url, api_key).ask('/api/me')).status).toBe(401)
    await until(async () => (await openErasures()) === 0)
    expect(await rowsHolding(id)).toEqual([])
    expect(objectsOf(product, file)).toEqual([])
  })

  it('answers 200 to one of two concurrent calls, and 401 to the other', async () => {
    const { client } = await somebody()
    const replies = await Promise.all([erase(client), erase(client)])
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 401])
    await until(async () => (await openErasures()) === 0)
  })

  it('is not allowed with an API key', async () => {
    const { client } = await somebody()
    const { api_key } = (await client.ask<ApiKeys>('/api/api-key/me')).body
    expect((await erase(new Client(product.url, api_key))).status).toBe(401)
    expect((await client.ask('/api/me')).status).toBe(200)
  })
})
