import { endpoints } from '@equerre/contract/openapi'
import { Client, problemOf } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rows } from './observe.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const anId = '00000000-0000-4000-8000-000000000000'
const closed = endpoints.filter(({ access }) => access === 'anyone' || access === 'user')
const addressOf = (path: string) => `/api${path.replace(':file', 'preview.jpg').replace(/:\w+/g, anId)}`

describe('without a principal', () => {
  it.each(closed.map(({ method, path }) => [method, path] as const))(
    '%s %s answers 401',
    async (method, path) => {
      const reply = await new Client(product.url).ask(addressOf(path), { method })
      expect(reply.status).toBe(401)
      expect(problemOf(reply).code).toBe('unauthenticated')
    },
  )

  it.each(['forged', anId, '7e1f4ad9-3a0c-4d5c-9c1e-0b5a8b1c2d3e'])(
    'a guest_key of one’s own making (%s) is nobody',
    async (key) => {
      const client = new Client(product.url)
      client.cookies.set('guest_key', key)
      expect((await client.detect({ ingestion_id: anId })).status).toBe(401)
      // The balance call is where guests are made: the forged key is replaced, never adopted.
      expect(await client.credits()).toBe(10)
      expect(client.cookies.get('guest_key')).not.toBe(key)
      expect(client.cookies.get('cookie_credits')).toBe('10')
    },
  )

  it('a wrong API key is refused, even beside a good guest cookie and on the balance call', async () => {
    const guest = await Client.guest(product.url)
    const headers = { 'X-API-Key': 'eq_live_faux' }
    for (const path of ['/api/credits/me', '/api/v1/detourage/ingestions'])
      expect((await guest.ask(path, { headers })).status).toBe(401)
  })
})

describe('a guest', () => {
  it('is known by the hash of its key alone', async () => {
    const guest = await Client.guest(product.url)
    const dump = await rows<{ row: string }>(product, 'select guests::text as row from gateway.guests')
    expect(dump.length).toBeGreaterThan(0)
    expect(JSON.stringify(dump)).not.toContain(guest.cookies.get('guest_key'))
  })

  it('has no account', async () => {
    expect((await (await Client.guest(product.url)).ask('/api/me')).status).toBe(401)
  })

  it('may do 60 calls and 20 parallel rectifies in a few seconds', async () => {
    const guest = await Client.guest(product.url)
    const photo = await photographDocument({ seed: 2, width: 600, height: 400 })
    const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' })).body
    const calls = Array.from({ length: 60 }, () => guest.ask('/api/credits/me'))
    const rectifies = Array.from({ length: 20 }, () =>
      guest.rectify({ ingestion_id }, { Prefer: 'respond-async' }),
    )
    expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true)
    const statuses = (await Promise.all(rectifies)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([202, 402]))
  })

  it('who asks far too often is told when to come back', async () => {
    const guest = await Client.guest(product.url)
    const replies = await Promise.all(Array.from({ length: 200 }, () => guest.ask('/api/credits/me')))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(problemOf(refused[0]!).code).toBe('rate_limited')
    expect(Number(refused[0]!.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

describe('a cookie from another site', () => {
  const posts = closed.filter(({ method, access }) => method !== 'GET' && access === 'anyone')

  it.each(posts.map(({ method, path }) => [method, path] as const))(
    'does not speak for %s %s',
    async (method, path) => {
      const guest = await Client.guest(product.url)
      const forms: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'https://ailleurs.test' },
        { Origin: 'null' },
      ]
      for (const headers of forms) {
        const reply = await guest.ask(addressOf(path), { method, headers })
        expect(reply.status).toBe(403)
        expect(problemOf(reply).code).toBe('forbidden')
      }
      expect(await guest.credits()).toBe(10)
    },
  )

  it('does not speak without any mark of where it comes from', async () => {
    const guest = await Client.guest(product.url)
    const cookie = `guest_key=${guest.cookies.get('guest_key')}`
    const reply = await fetch(`${product.url}/api/credits/add`, {
      method: 'POST',
      headers: { Cookie: cookie },
    })
    expect(reply.status).toBe(403)
    expect(await guest.credits()).toBe(10)
  })
})

describe('an API key', () => {
  it('comes before the cookies, needs no proof of site and is refused as soon as it is revoked', async () => {
    const { key, revoke } = await issueKey()
    const headers = { 'X-API-Key': key }
    const script = await Client.guest(product.url)
    const mine = await script.ask<{ credits: number }>('/api/credits/me', { headers })
    expect(mine.body).toEqual({ credits: 0 })
    const added = await script.ask('/api/credits/add', { method: 'POST', headers, crossSite: true })
    expect(added.body).toEqual({ credits: 5, added: 5 })
    expect(await script.credits()).toBe(10)
    await revoke()
    expect((await script.ask('/api/credits/me', { headers })).status).toBe(401)
  })
})

/** Writes a person with a key straight into auth's tables, as sign-in and key pages will. */
async function issueKey(): Promise<{ key: string; revoke: () => Promise<unknown> }> {
  const [userId, keyId, key] = [randomUUID(), randomUUID(), `eq_live_${randomUUID()}`]
  const hmac = createHmac('sha256', inject('servers').secrets.keyPepper).update(key).digest()
  await rows(product, 'insert into auth.users (id, google_subject, email) values ($1, $2, $3)', [
    userId,
    userId,
    'alice@example.test',
  ])
  await rows(product, 'insert into auth.api_keys (id, user_id, hmac) values ($1, $2, $3)', [
    keyId,
    userId,
    hmac,
  ])
  const revoke = () => rows(product, 'update auth.api_keys set revoked_at = now() where id = $1', [keyId])
  return { key, revoke }
}
