import { writeApiKey } from '@equerre/contract/api-key'
import type { Endpoint } from '@equerre/contract/endpoint'
import type { ApiKeys } from '@equerre/contract/identity'
import { endpoints } from '@equerre/contract/openapi'
import { Client, problemOf } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows } from './support/observe.ts'

let product: Product
let callers: Record<Caller, Client>
/** A file and a step of a guest who is not among the callers. */
let foreign: { ingestion: string; step: string }
beforeAll(async () => {
  // All of them come from one address, most with wrong credentials.
  product = await startProduct({ env: { WRONG_CREDENTIALS_PER_MINUTE: '100000' } })
  callers = await assembleCallers()
  foreign = await uploadAsSomebodyElse()
})
afterAll(() => product.stop())

const anId = '00000000-0000-4000-8000-000000000000'
const open: readonly Endpoint['access'][] = ['public', 'optional', 'newcomer']
const closed = endpoints.filter(({ access }) => !open.includes(access))
const addressOf = (path: string, id = anId) =>
  `/api${path.replace(':file', 'preview.jpg').replace(':packId', 'pack100').replace(/:\w+/g, id)}`

/** What each caller may access: nothing at all, or some things but not others. */
const mayEnter = {
  nobody: [],
  'a forged guest': [],
  'a forged session': [],
  'a signed-out session': [],
  'a mistyped key': [],
  'a key that nobody issued': [],
  'a rotated key': [],
  'the session of an erased account': [],
  'the key of an erased account': [],
  'a guest': ['anyone'],
  'a test key': ['anyone'],
  'a live key': ['anyone', 'user'],
  'a session': ['anyone', 'user', 'session'],
} as const satisfies Record<string, readonly Endpoint['access'][]>
type Caller = keyof typeof mayEnter
const callerNames = Object.keys(mayEnter) as Caller[]
const admits = (caller: Caller, { access }: Endpoint) => mayEnter[caller].some((entry) => entry === access)
const pairs = (wanted: (caller: Caller, endpoint: Endpoint) => boolean) =>
  callerNames.flatMap((caller) =>
    closed
      .filter((endpoint) => wanted(caller, endpoint))
      .map(({ method, path }) => [caller, method, path] as const),
  )

describe('without permission', () => {
  it.each(pairs((caller, endpoint) => !admits(caller, endpoint)))(
    '%s: %s %s answers 401',
    async (caller, method, path) => {
      const reply = await callers[caller].ask(addressOf(path), { method })
      expect([reply.status, problemOf(reply).code]).toEqual([401, 'unauthenticated'])
    },
  )

  it.each(pairs((caller, endpoint) => admits(caller, endpoint) && /:(id|ingestion)/.test(endpoint.path)))(
    '%s: %s %s of somebody else answers 404, as for one that does not exist',
    async (caller, method, path) => {
      const id = path.includes('/jobs/') ? foreign.step : foreign.ingestion
      for (const target of [id, anId]) {
        const nothing = { headers: { 'Content-Type': 'application/json' }, body: '{}' }
        const asked = { method, ...(method === 'POST' && nothing) }
        const reply = await callers[caller].ask(addressOf(path, target), asked)
        expect([reply.status, problemOf(reply).code]).toEqual([404, 'not_found'])
      }
    },
  )

  it.each(callerNames.filter((caller) => mayEnter[caller].length > 0))(
    '%s cannot use somebody else’s file',
    async (caller) => {
      const fields = { ingestion_id: foreign.ingestion }
      expect((await callers[caller].detect(fields)).status).toBe(404)
      expect((await callers[caller].rectify(fields)).status).toBe(404)
    },
  )

  it.each(['forged', anId, '7e1f4ad9-3a0c-4d5c-9c1e-0b5a8b1c2d3e'])(
    'G02 D-02: a made-up guest_key (%s) is nobody’s',
    async (key) => {
      const client = new Client(product.url)
      client.cookies.set('guest_key', key)
      expect((await client.detect({ ingestion_id: anId })).status).toBe(401)
      // The balance endpoint creates guests: a forged key is replaced there, never adopted.
      expect(await client.credits()).toBe(10)
      expect(client.cookies.get('guest_key')).not.toBe(key)
      expect(client.cookies.get('cookie_credits')).toBe('10')
    },
  )

  it('swapped cookies open nothing', async () => {
    const guestKey = (await Client.guest(product.url)).cookies.get('guest_key') ?? ''
    const token = callers['a session'].cookies.get('session') ?? ''
    expect([guestKey, token]).not.toContain('')
    const client = new Client(product.url)
    client.cookies.set('session', guestKey)
    client.cookies.set('guest_key', token)
    for (const path of ['/api/me', '/api/v1/detourage/ingestions'])
      expect((await client.ask(path)).status).toBe(401)
  })

  it('a wrong API key is refused, even with a valid guest cookie and on the balance endpoint', async () => {
    const guest = await Client.guest(product.url)
    const headers = { 'X-API-Key': 'eq_live_faux' }
    for (const path of ['/api/credits/me', '/api/v1/detourage/ingestions']) {
      const refused = await guest.ask(path, { headers })
      expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
        401,
        'ApiKey realm="equerre"',
      ])
    }
  })
})

describe('a guest', () => {
  it('is stored only with the hash of its key', async () => {
    const guest = await Client.guest(product.url)
    const dump = await rows<{ row: string }>(product, 'select guests::text as row from gateway.guests')
    expect(dump.length).toBeGreaterThan(0)
    expect(JSON.stringify(dump)).not.toContain(guest.cookies.get('guest_key'))
  })

  it('D-09 N-02 G03b P-05: has two cookies of 365 days that the page can read', async () => {
    const reply = await fetch(`${product.url}/api/credits/me`)
    const cookies = reply.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['guest_key', 'cookie_credits'])
    expect(cookies[0]).toMatch(/^guest_key=[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(cookies[1]).toMatch(/^cookie_credits=10;/)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Max-Age=31536000; Path=\/; .*SameSite=Lax/)
      expect(cookie).not.toMatch(/HttpOnly/i)
    }
  })

  it('has no account', async () => {
    expect((await (await Client.guest(product.url)).ask('/api/me')).status).toBe(401)
  })

  it('may make 60 calls and 20 parallel rectifies in a few seconds', async () => {
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

  it('G45: who calls far too often is told when to retry', async () => {
    const guest = await Client.guest(product.url)
    const replies = await Promise.all(Array.from({ length: 200 }, () => guest.ask('/api/credits/me')))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(problemOf(refused[0]!).code).toBe('rate_limited')
    const seconds = refused[0]!.headers.get('Retry-After')
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(refused[0]!.headers.get('RateLimit')).toBe(`"rate_limited";r=0;t=${seconds}`)
  })
})

describe('a page that shows an account', () => {
  const shown = { 'X-Signed-In': 'yes' }

  it.each(['a signed-out session', 'a guest', 'nobody'] as const)(
    'S-13 G04: %s is told that the session has ended, and neither answered nor made a guest',
    async (caller) => {
      const client = callers[caller]
      const before = new Map(client.cookies)
      for (const path of ['/api/credits/me', '/api/me', '/api/v1/detourage/ingestions']) {
        const reply = await client.ask(path, { headers: shown })
        expect([reply.status, problemOf(reply).code]).toEqual([401, 'unauthenticated'])
        expect(problemOf(reply).detail).toMatch(/^Votre session a pris fin/)
      }
      expect(client.cookies).toEqual(before)
    },
  )

  it('is answered while the session holds', async () => {
    expect((await callers['a session'].ask('/api/credits/me', { headers: shown })).status).toBe(200)
  })
})

describe('a cookie from another site', () => {
  const writes = closed.filter(({ method }) => method !== 'GET')

  it.each(
    (['a guest', 'a session'] as const).flatMap((caller) =>
      writes
        .filter((endpoint) => admits(caller, endpoint))
        .map(({ method, path }) => [caller, method, path] as const),
    ),
  )('does not authorise %s for %s %s', async (caller, method, path) => {
    const forms: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://ailleurs.test' },
      { Origin: 'null' },
    ]
    for (const headers of forms) {
      const reply = await callers[caller].ask(addressOf(path), { method, headers })
      expect([reply.status, problemOf(reply).code]).toEqual([403, 'forbidden'])
    }
  })

  it('does not authorise a request without any sign of its origin', async () => {
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
  it('P-03 G02b RO-04: takes precedence over cookies and needs no same-site check', async () => {
    const { api_key } = await keysOf(await someone('script@exemple.test'))
    const script = await Client.guest(product.url)
    const headers = { 'X-API-Key': api_key }
    const mine = await script.ask<{ credits: number }>('/api/credits/me', { headers })
    expect(mine.body).toEqual({ credits: 0 })
    const added = await script.ask('/api/credits/add', { method: 'POST', headers, crossSite: true })
    expect(added.body).toEqual({ credits: 5, added: 5 })
    expect(await script.credits()).toBe(10)
  })
})

const someone = (email: string) => signIn(product.url, { person: 'new', email })
const keysOf = async (client: Client) => (await client.ask<ApiKeys>('/api/api-key/me')).body

function bearing(cookies: Record<string, string>): Client {
  const client = new Client(product.url)
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
  return client
}

async function assembleCallers(): Promise<Record<Caller, Client>> {
  const session = await someone('session@exemple.test')
  const live = await someone('cles@exemple.test')
  const keys = await keysOf(live)
  const rotated = await someone('tourne@exemple.test')
  const { api_key: formerKey } = await keysOf(rotated)
  await rotated.ask('/api/api-key/rotate', { method: 'POST' })
  const left = await someone('parti@exemple.test')
  const leftToken = left.cookies.get('session')!
  await left.ask('/api/logout', { method: 'POST' })
  const erased = await someone('efface@exemple.test')
  const [erasedToken, { api_key: erasedKey }] = [erased.cookies.get('session')!, await keysOf(erased)]
  expect((await erased.ask('/api/me', { method: 'DELETE' })).status).toBe(200)
  const typo = keys.api_key.endsWith('a') ? 'b' : 'a'
  return {
    nobody: new Client(product.url),
    'a forged guest': bearing({ guest_key: randomUUID() }),
    'a forged session': bearing({ session: 'x'.repeat(43) }),
    'a signed-out session': bearing({ session: leftToken }),
    'a mistyped key': new Client(product.url, keys.api_key.slice(0, -1) + typo),
    'a key that nobody issued': new Client(product.url, writeApiKey('live', randomBytes(32))),
    'a rotated key': new Client(product.url, formerKey),
    'the session of an erased account': bearing({ session: erasedToken }),
    'the key of an erased account': new Client(product.url, erasedKey),
    'a guest': await Client.guest(product.url),
    'a test key': new Client(product.url, keys.test_api_key),
    'a live key': new Client(product.url, keys.api_key),
    'a session': session,
  }
}

async function uploadAsSomebodyElse(): Promise<typeof foreign> {
  const guest = await Client.guest(product.url)
  const photo = await photographDocument({ seed: 3, width: 400, height: 300 })
  const { ingestion_id: ingestion } = (await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' })).body
  const [step] = await rows<{ id: string }>(product, 'select id from gateway.steps where ingestion_id = $1', [
    ingestion,
  ])
  return { ingestion, step: step!.id }
}
