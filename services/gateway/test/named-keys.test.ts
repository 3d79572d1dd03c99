import type { AccountExport } from '@equerre/contract/export'
import type { ApiKeys } from '@equerre/contract/identity'
import type { KeyDay, NamedKey, ShownKey } from '@equerre/contract/keys'
import type { ProblemBody } from '@equerre/contract/problems'
import { Client, problemOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows, until } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct({ env: { NAMED_KEYS_MAX: '4' } })
  photo = await photographDocument({ seed: 23, width: 800, height: 600, coverage: 0.5 })
})
afterAll(() => product.stop())

const someone = () => signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
const withKey = (key: string) => new Client(product.url, key)
/** Calls `POST /…` or `DELETE /…` below the keys. */
function send<Body>(client: Client, call: string, json: object = {}) {
  const [method = '', path = ''] = call.split(' ')
  const headers = { 'Content-Type': 'application/json' }
  const body = method === 'POST' ? { body: JSON.stringify(json) } : {}
  return client.ask<Body>(`/api/v1/keys${path}`, { method, headers, ...body })
}
const create = (client: Client, settings: object = {}) =>
  send<ShownKey>(client, 'POST ', { name: 'Le scanner', scopes: ['straighten'], ...settings })
const list = async (client: Client) => (await client.ask<{ keys: NamedKey[] }>('/api/v1/keys')).body.keys
const use = async (key: string) => {
  const { status, body } = await withKey(key).ask<ProblemBody>('/api/credits/me')
  return status === 200 ? 200 : `${status} ${body.code}`
}
const rectify = '{"dpi":72}'

describe('a named key', () => {
  it('is shown once, works, and says when it was last used', async () => {
    const owner = await someone()
    const { status, body: made } = await create(owner)
    expect(status).toBe(200)
    const { api_key, ...kept } = made
    expect(kept).toMatchObject({ name: 'Le scanner', ending: api_key.slice(-4), last_used_at: null })
    expect(await list(owner)).toEqual([kept])
    expect(await use(api_key)).toBe(200)
    const [used] = await list(owner)
    expect(Date.parse(used!.last_used_at ?? '') % 60_000).toBe(0)
    // The database has nothing that would open it.
    const dump = await rows(product, 'select row_to_json(k)::text as row from auth.named_keys k')
    expect(JSON.stringify(dump)).not.toContain(api_key.slice(8, 40))
  })

  it('leaves the account’s own keys as they are, and sees none of them', async () => {
    const owner = await someone()
    const keysOf = async () => (await owner.ask<ApiKeys>('/api/api-key/me')).body
    const before = await keysOf()
    const { api_key } = (await create(owner, { scopes: ['straighten', 'read', 'manage'] })).body
    expect(await keysOf()).toEqual(before)
    for (const path of ['/api/me', '/api/api-key/me', '/api/me/export']) {
      const reply = await withKey(api_key).ask(path)
      expect([reply.status, problemOf(reply).code], path).toEqual([403, 'scope_missing'])
    }
    await owner.ask('/api/api-key/rotate', { method: 'POST' })
    expect([await use(before.api_key), await use(api_key)]).toEqual(['401 unauthenticated', 200])
  })

  it('is renamed, extended, rotated and revoked, each from the next request on', async () => {
    const owner = await someone()
    const { id, api_key: first } = (await create(owner)).body
    const renamed = await send<NamedKey>(owner, `POST /${id}`, {
      name: 'Le scanner du bureau',
      credits_per_month: 7,
    })
    expect(renamed.body).toMatchObject({
      name: 'Le scanner du bureau',
      credits_per_month: 7,
      expires_at: null,
    })
    expect((await send<NamedKey>(owner, `POST /${id}`, {})).body).toEqual(renamed.body)
    const { api_key: second } = (await send<ShownKey>(owner, `POST /${id}/rotate`, {})).body
    expect([await use(first), await use(second)]).toEqual(['401 unauthenticated', 200])
    expect((await send(owner, `DELETE /${id}`)).status).toBe(200)
    expect(await use(second)).toBe('401 key_revoked')
    for (const again of [
      send(owner, `DELETE /${id}`),
      send(owner, `POST /${id}/rotate`, {}),
      send(owner, `POST /${id}`, {}),
    ])
      expect((await again).status).toBe(404)
    expect((await list(owner))[0]!.revoked_at).not.toBeNull()
  })

  it('ends when it expires, and can be extended', async () => {
    const owner = await someone()
    const past = await create(owner, { expires_at: '2026-01-01T00:00:00Z' })
    expect([past.status, problemOf(past).detail]).toEqual([
      422,
      'Champ « expires_at » : cette date est passée.',
    ])
    const { id, api_key } = (await create(owner, { expires_at: '2999-12-31T23:59:59+01:00' })).body
    expect(await use(api_key)).toBe(200)
    await rows(product, `update auth.named_keys set expires_at = now() where id = $1`, [id])
    expect(await use(api_key)).toBe('401 key_expired')
    await send(owner, `POST /${id}`, { expires_at: null })
    expect(await use(api_key)).toBe(200)
  })

  it('is one of so many, however many are asked for at once; revoked ones do not count', async () => {
    const owner = await someone()
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(owner)))
    const made = replies.filter(({ status }) => status === 200)
    expect(made).toHaveLength(4)
    expect(problemOf(replies.find(({ status }) => status === 422)!).detail).toBe(
      'Un compte a au plus 4 clés nommées : révoquez-en une.',
    )
    await send(owner, `DELETE /${made[0]!.body.id}`)
    expect((await create(owner)).status).toBe(200)
  })

  it('of somebody else is none', async () => {
    const [alice, bob] = [await someone(), await someone()]
    const { id, api_key } = (await create(alice)).body
    expect((await send(bob, `POST /${id}`, { name: 'À moi' })).status).toBe(404)
    expect((await send(bob, `POST /${id}/rotate`, {})).status).toBe(404)
    expect((await send(bob, `DELETE /${id}`)).status).toBe(404)
    expect(await list(bob)).toEqual([])
    expect(await use(api_key)).toBe(200)
    // Neither a guest nor another site administers keys.
    expect((await create(await Client.guest(product.url))).status).toBe(401)
    expect((await alice.ask(`/api/v1/keys/${id}`, { method: 'DELETE', crossSite: true })).status).toBe(403)
  })
})

describe('scopes', () => {
  it('let through what they name, and a refusal names them', async () => {
    const owner = await someone()
    await owner.ask('/api/credits/add', { method: 'POST' })
    const keyFor = async (scope: string) => withKey((await create(owner, { scopes: [scope] })).body.api_key)
    const [straighten, read, manage] = [
      await keyFor('straighten'),
      await keyFor('read'),
      await keyFor('manage'),
    ]
    const { ingestion_id } = (await straighten.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
    const statuses = async (client: Client) => [
      (await client.rectify({ ingestion_id, options: rectify })).status,
      (await client.item(ingestion_id)).status,
      (await client.ask('/api/v1/detourage/ingestions')).status,
      (await client.ask('/api/v1/keys')).status,
    ]
    expect(await statuses(straighten)).toEqual([200, 200, 403, 403])
    expect(await statuses(read)).toEqual([403, 200, 200, 403])
    expect(await statuses(manage)).toEqual([403, 403, 403, 200])
    const refused = await straighten.ask('/api/v1/detourage/ingestions')
    expect(problemOf(refused)).toMatchObject({
      code: 'scope_missing',
      detail: 'Cet appel demande une clé avec le droit « read ».',
    })
  })

  it('with manage a program administers keys; with the account’s own key it does not', async () => {
    const owner = await someone()
    const { api_key, id } = (await create(owner, { scopes: ['manage'] })).body
    const made = await create(withKey(api_key), { name: 'Éphémère' })
    expect(made.status).toBe(200)
    expect((await send(withKey(api_key), `DELETE /${made.body.id}`)).status).toBe(200)
    expect((await send(withKey(api_key), `DELETE /${id}`)).status).toBe(200)
    const own = withKey((await owner.ask<ApiKeys>('/api/api-key/me')).body.api_key)
    expect((await create(own)).status).toBe(401)
    expect(await list(own)).toHaveLength(2)
  })
})

describe('usage', () => {
  it('is counted by key and day, is in the export without a secret, and goes with the account', async () => {
    const owner = await someone()
    await owner.ask('/api/credits/add', { method: 'POST' })
    const { api_key, id } = (await create(owner, { credits_per_month: 1 })).body
    const own = (await owner.ask<ApiKeys>('/api/api-key/me')).body.api_key
    const form = { bytes: photo.jpeg, name: 'page.jpg' }
    const oneShot = (client: Client) => client.oneShot(form, { options: rectify })
    expect((await oneShot(withKey(api_key))).status).toBe(200)
    const atCap = await oneShot(withKey(api_key))
    expect([atCap.status, problemOf(atCap).code]).toEqual([402, 'key_cap_reached'])
    expect(problemOf(atCap).detail).toMatch(
      /^Cette clé a dépensé le crédit de son mois : son compte repart le 1er\s\S+\s\d{4} à 0 h UTC\.$/,
    )
    expect(Number(atCap.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await oneShot(withKey(own))).status).toBe(200)
    const { usage } = (await owner.ask<{ usage: KeyDay[] }>('/api/v1/keys/usage')).body
    expect(new Set(usage.map(({ key, credits }) => `${key} ${credits}`))).toEqual(
      new Set([`${id} 1`, 'null 1']),
    )

    const exported = await owner.ask<AccountExport>('/api/me/export')
    expect(exported.body.account.named_keys).toHaveLength(1)
    expect(exported.body.key_usage).toEqual(usage)
    expect(JSON.stringify(exported.body)).not.toMatch(/eq_live_|hmac/)
    await owner.ask('/api/me', { method: 'DELETE' })
    expect(await use(api_key)).toBe('401 unauthenticated')
    const left = async () =>
      (
        await rows<{ left: number }>(
          product,
          `select (select count(*) from auth.named_keys where user_id = $1)::int
             + (select count(*) from gateway.key_usage where owner_id = $1)::int as left`,
          [exported.body.account.id],
        )
      )[0]!.left
    await until(async () => (await left()) === 0)
  })
})
