import { readApiKeyKind } from '@equerre/contract/api-key'
import type { ApiKeys } from '@equerre/contract/identity'
import { Client, jobOf, problemOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGatewayConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { identify } from '../src/flow/identify.ts'
import { rows } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 21, width: 800, height: 600, coverage: 0.5 })
})
afterAll(() => product.stop())

const someone = () => signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
const keysOf = async (client: Client) => (await client.ask<ApiKeys>('/api/api-key/me')).body
const rotate = (client: Client, kind = '') =>
  client.ask<ApiKeys>(`/api/api-key/rotate${kind && `?kind=${kind}`}`, { method: 'POST' })
const works = async (key: string) =>
  (await new Client(product.url, key).ask('/api/v1/detourage/ingestions')).status === 200

describe('a person’s keys', () => {
  it('are a live one and a test one, and stay the same', async () => {
    const client = await someone()
    const keys = await keysOf(client)
    expect([readApiKeyKind(keys.api_key), readApiKeyKind(keys.test_api_key)]).toEqual(['live', 'test'])
    expect(keys.last_used_at).toBeNull()
    expect(await keysOf(client)).toEqual(keys)
    expect([await works(keys.api_key), await works(keys.test_api_key)]).toEqual([true, true])
  })

  it('show when they were last used', async () => {
    const client = await someone()
    await works((await keysOf(client)).api_key)
    const used = Date.parse((await keysOf(client)).last_used_at ?? '')
    expect(used % 60_000).toBe(0)
    expect(Math.abs(Date.now() - used)).toBeLessThan(120_000)
  })

  it('are shown to a live key and not to a test key', async () => {
    const keys = await keysOf(await someone())
    expect(await keysOf(new Client(product.url, keys.api_key))).toMatchObject({ api_key: keys.api_key })
    expect((await new Client(product.url, keys.test_api_key).ask('/api/me')).status).toBe(401)
  })

  it('are replaced separately: the old key is refused at once, the other kind stays', async () => {
    const client = await someone()
    const before = await keysOf(client)
    const { status, body: after } = await rotate(client)
    expect(status).toBe(200)
    expect(after.api_key).not.toBe(before.api_key)
    expect(after.test_api_key).toBe(before.test_api_key)
    expect([await works(before.api_key), await works(after.api_key)]).toEqual([false, true])
    const { body: last } = await rotate(client, 'test')
    expect([await works(after.test_api_key), await works(last.test_api_key)]).toEqual([false, true])
    expect(last.api_key).toBe(after.api_key)
    expect((await rotate(client, 'autre')).status).toBe(422)
  })

  it('stay one of each kind under ten concurrent rotations', async () => {
    const client = await someone()
    const replies = await Promise.all(Array.from({ length: 10 }, () => rotate(client)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const { api_key } = await keysOf(client)
    const valid = await Promise.all([...new Set(replies.map(({ body }) => body.api_key))].map(works))
    expect(valid.filter(Boolean)).toHaveLength(1)
    expect(await works(api_key)).toBe(true)
  })

  it('do not decrypt in another row, nor for another person', async () => {
    const [alice, bob] = [await someone(), await someone()]
    const idsOf = async (client: Client) => {
      const { api_key } = await keysOf(client)
      // Used once, to have a row that can be found.
      await works(api_key)
      const { body } = await client.ask<{ email: string }>('/api/me')
      const [row] = await rows<{ id: string; sealed: string }>(
        product,
        `select k.id, sealed from auth.api_keys k join auth.users u on u.id = user_id
         where email = $1 and kind = 'live'`,
        [body.email],
      )
      return row!
    }
    const [hers, his] = [await idsOf(alice), await idsOf(bob)]
    const put = (id: string, sealed: string) =>
      rows(product, 'update auth.api_keys set sealed = $2 where id = $1', [id, sealed])
    await put(hers.id, his.sealed)
    await put(his.id, hers.sealed)
    for (const client of [alice, bob]) {
      const reply = await client.ask('/api/api-key/me')
      expect(reply.status).toBe(500)
      expect(JSON.stringify(reply.body)).not.toContain('eq_')
    }
    await put(hers.id, hers.sealed)
    expect((await alice.ask('/api/api-key/me')).status).toBe(200)
  })
})

describe('a mistyped key', () => {
  it('is refused without asking the database', async () => {
    const config = readGatewayConfig({
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: 'postgres://gateway@127.0.0.1:1/nowhere',
      REDIS_URL: product.redisUrl,
      INTERNAL_TOKEN: 'x'.repeat(32),
      KEY_PEPPER: 'x'.repeat(32),
      ADDRESS_SIGNING_KEY: 'x'.repeat(32),
      PDF_PASSWORD_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
      COURIER_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
      AUTH_URL: product.url,
      BILLING_URL: product.url,
      WEB_DIR: '.',
      STORAGE_DIR: product.storageDir,
    })
    const ctx = createContext(config)
    const ask = (apiKey: string) => identify(ctx, { apiKey, sessionToken: undefined, guestKey: undefined })
    expect(await ask('eq_live_faux')).toBeNull()
    const { api_key } = await keysOf(await someone())
    await expect(ask(api_key)).rejects.toThrow()
    expect(await ask(`${api_key.slice(0, -1)}${api_key.endsWith('0') ? '1' : '0'}`)).toBeNull()
    await ctx.close()
  })
})

describe('a test key', () => {
  const options = '{"dpi":72,"format":"png"}'

  it('works end to end for free, and gets a watermarked page', async () => {
    const { api_key, test_api_key } = await keysOf(await someone())
    const [live, test] = [new Client(product.url, api_key), new Client(product.url, test_api_key)]
    await live.ask('/api/credits/add', { method: 'POST' })
    const { ingestion_id } = (await test.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
    expect((await test.detect({ ingestion_id })).body.status).toBe('OK')
    const fields = { ingestion_id, options }
    const marked = await test.rectify(fields)
    expect(marked.status).toBe(200)
    expect(marked.headers.get('X-Credits-Charged')).toBe('0')
    expect(marked.headers.get('X-Credits-Remaining')).toBe('5')
    expect(await live.credits()).toBe(5)

    const own = (await live.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body.ingestion_id
    const paid = await live.rectify({ ...fields, ingestion_id: own })
    expect(paid.headers.get('X-Credits-Charged')).toBe('1')
    expect([paid.body.width, paid.body.height]).toEqual([marked.body.width, marked.body.height])
    const pixels = async (client: Client, path: string | null) =>
      sharp((await client.bytes(path ?? '')).bytes)
        .raw()
        .toBuffer()
    for (const name of ['warped_path', 'screen_path', 'thumb_path'] as const) {
      const [clean, stamped] = [
        await pixels(live, paid.body.artifacts[name]),
        await pixels(test, marked.body.artifacts[name]),
      ]
      const differing = clean.filter((value, i) => Math.abs(value - stamped[i]!) > 20).length / clean.length
      expect(differing, name).toBeGreaterThan(0.08)
      expect(differing, name).toBeLessThan(0.3)
    }
  })

  it('takes no free credits of the account, and is told why', async () => {
    const { api_key, test_api_key } = await keysOf(await someone())
    const [live, test] = [new Client(product.url, api_key), new Client(product.url, test_api_key)]
    for (const reply of [await test.ask('/api/credits/add', { method: 'POST' }), await test.ask('/api/me')]) {
      expect([reply.status, problemOf(reply).code]).toEqual([401, 'unauthenticated'])
      expect(problemOf(reply).detail).toContain('clé de test')
    }
    expect(await live.credits()).toBe(0)
    const rotation = await live.ask('/api/api-key/rotate', { method: 'POST' })
    expect([rotation.status, problemOf(rotation).detail]).toEqual([
      401,
      expect.stringContaining('une session'),
    ])
  })

  it('works without a credit, and earns no free corrections', async () => {
    const client = await someone()
    const { test_api_key } = await keysOf(client)
    const test = new Client(product.url, test_api_key)
    const { ingestion_id } = (await test.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
    expect((await test.rectify({ ingestion_id, options })).status).toBe(200)
    const corners = '{"dpi":72,"corners":[[0.1,0.1],[0.9,0.1],[0.9,0.9],[0.1,0.9]]}'
    expect((await client.rectify({ ingestion_id, options: corners })).status).toBe(404)
  })

  it('is isolated: its files and those of live keys and sessions are invisible to each other', async () => {
    const session = await someone()
    const { api_key, test_api_key } = await keysOf(session)
    const [live, test] = [new Client(product.url, api_key), new Client(product.url, test_api_key)]
    await live.ask('/api/credits/add', { method: 'POST' })
    const key = { 'Idempotency-Key': 'une facture' }
    const made = async (client: Client) => {
      const { ingestion_id } = (await client.ingest({ bytes: photo.jpeg, name: 'page.jpg' }, key)).body
      const path = (await client.rectify({ ingestion_id, options }, key)).body.artifacts.warped_path ?? ''
      const job = jobOf(await client.detect({ ingestion_id }, { Prefer: 'respond-async' })).id
      return { ingestion_id, path, job }
    }
    const [theirs, ours] = [await made(live), await made(test)]
    // The same idempotency key gave two files.
    expect(ours.ingestion_id).not.toBe(theirs.ingestion_id)

    const statuses = async (client: Client, { ingestion_id, path, job }: typeof ours) => [
      (await client.item(ingestion_id)).status,
      (await client.detect({ ingestion_id })).status,
      (await client.rectify({ ingestion_id, options })).status,
      (await client.bytes(path)).status,
      (await client.ask(`/api/v1/detourage/jobs/${job}?sign=1`)).status,
      (await client.erase(ingestion_id)).status,
    ]
    const nothing = Array(6).fill(404)
    expect(await statuses(test, theirs)).toEqual(nothing)
    for (const client of [live, session]) expect(await statuses(client, ours)).toEqual(nothing)
    const listed = async (client: Client, path = '/api/v1/detourage/ingestions') =>
      (await client.ask<{ ingestions: { id: string }[] }>(path)).body.ingestions
        .map(({ id }) => id)
        .toSorted()
    for (const client of [live, session]) expect(await listed(client)).toEqual([theirs.ingestion_id])
    expect(await listed(test)).toEqual([ours.ingestion_id])
    // The person's export has both, and each side erases its own.
    expect(await listed(session, '/api/me/export')).toEqual(
      [theirs.ingestion_id, ours.ingestion_id].toSorted(),
    )
    expect((await test.erase(ours.ingestion_id)).status).toBe(200)
    expect((await live.erase(theirs.ingestion_id)).status).toBe(200)
  })
})
