import type { User } from '@equerre/contract/identity'
import { Client, problemOf } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import { comeBack, leave, signIn } from '@equerre/testkit/sign-in'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows } from './support/observe.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const me = (client: Client) => client.ask<User>('/api/me')
const tokenOf = (client: Client) => client.cookies.get('session') ?? ''
const leftFor = (client: Client, next?: string) => leave(client, { person: 'alice' }, next)

describe('signing in', () => {
  it('P-06 G42 K-10: creates an account the first time, and finds it again afterwards', async () => {
    const first = await me(await signIn(product.url, { person: 'alice' }))
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      email: 'alice@exemple.test',
      name: 'Alice Martin',
      credits: 0,
      api_key: expect.stringMatching(/^eq_live_/),
    })
    expect(first.headers.get('Cache-Control')).toBe('no-store')
    const again = await me(await signIn(product.url, { person: 'alice' }))
    expect(again.body).toEqual(first.body)
  })

  it('identifies a person by subject, never by e-mail address', async () => {
    const alice = await me(await signIn(product.url, { person: 'alice' }))
    const impostor = await signIn(product.url, { person: 'new', email: 'alice@exemple.test', name: 'Eve' })
    const { body } = await me(impostor)
    expect(body).toMatchObject({ email: 'alice@exemple.test', name: 'Eve' })
    expect(body.api_key).not.toBe(alice.body.api_key)
  })

  it('leaves out the name of a person without one', async () => {
    const client = await signIn(product.url, { person: 'new', email: 'sans-nom@exemple.test' })
    expect((await me(client)).body.name).toBeNull()
  })

  it('creates one account when a new person signs in on ten devices at once', async () => {
    const choice = { person: 'new', email: 'partout@exemple.test', name: 'Partout' } as const
    const clients = await Promise.all(Array.from({ length: 10 }, () => signIn(product.url, choice)))
    const keys = await Promise.all(clients.map(async (client) => (await me(client)).body.api_key))
    expect(new Set(keys).size).toBe(1)
  })

  it('ends the browser’s previous session, and starts another', async () => {
    const client = await signIn(product.url, { person: 'alice' })
    const former = tokenOf(client)
    await signIn(product.url, { person: 'bob' }, client)
    expect(tokenOf(client)).not.toBe(former)
    expect((await me(client)).body.name).toBe('Bob Durand')
    client.cookies.set('session', former)
    expect((await me(client)).status).toBe(401)
  })

  it('K-16: stores only the token’s hash, with the token in a cookie no script can read', async () => {
    const client = new Client(product.url)
    const back = await comeBack(client, await leftFor(client))
    const cookie = back.headers.getSetCookie().find((line) => line.startsWith('session=')) ?? ''
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Max-Age=2592000/)
    const hash = createHash('sha256').update(tokenOf(client)).digest()
    expect(await rows(product, 'select 1 from auth.sessions where token_hash = $1', [hash])).toHaveLength(1)
  })

  it.each([
    ['/pricing?pack=pack200', '/pricing?pack=pack200'],
    ['//ailleurs.test', '/account'],
    ['https://ailleurs.test/', '/account'],
  ])('continues to %s', async (next, page) => {
    const client = new Client(product.url)
    const back = await comeBack(client, await leftFor(client, next))
    expect([back.status, back.headers.get('Location')]).toEqual([302, page])
  })

  it('requests a code bound to this browser by state and PKCE', async () => {
    const away = await new Client(product.url).ask('/api/login/google', { redirect: 'manual' })
    const asked = new URL(away.headers.get('Location') ?? '').searchParams
    expect(asked.get('redirect_uri')).toBe(`${product.url}/api/login/google/callback`)
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('scope')).toBe('openid email profile')
    expect([asked.get('state'), asked.get('code_challenge')].map((text) => text?.length)).toEqual([43, 43])
  })
})

describe('a failed sign-in returns to the sign-in page', () => {
  const outcome = async (client: Client, location: string) => {
    const back = await comeBack(client, location)
    expect(client.cookies.get('session') ?? '').toBe('')
    return back.headers.get('Location')
  }

  it('when the person declines', async () => {
    const client = new Client(product.url)
    const location = await leave(client, { person: 'nobody' }, '/pricing')
    expect(await outcome(client, location)).toBe('/login?erreur=annulee&next=%2Fpricing')
  })

  it('when the address is not verified', async () => {
    const client = new Client(product.url)
    const location = await leave(client, { person: 'new', email: 'x@exemple.test', verified: false })
    expect(await outcome(client, location)).toBe('/login?erreur=adresse&next=%2Faccount')
  })

  it('when another browser brings the code', async () => {
    const location = await leftFor(new Client(product.url))
    const other = new Client(product.url)
    expect(await outcome(other, location)).toBe('/login?erreur=expiree&next=%2Faccount')
    // A browser with a sign-in of its own under way, but not this one.
    await leftFor(other)
    expect(await outcome(other, location)).toMatch(/erreur=expiree/)
  })

  it('when the code is used a second time', async () => {
    const client = new Client(product.url)
    const departure = await leftFor(client)
    const kept = client.cookies.get('sign-in') ?? ''
    await comeBack(client, departure)
    client.cookies.delete('session')
    expect(await outcome(client, departure)).toMatch(/erreur=expiree/)
    // Even a copy of the cookie does not help: the provider knows the code was used.
    client.cookies.set('sign-in', kept)
    expect(await outcome(client, departure)).toMatch(/erreur=indisponible/)
  })

  it.each(['faux', 'local.AAAA', 'autre.AAAA', ''])('when its cookie is %j', async (value) => {
    const client = new Client(product.url)
    const location = await leftFor(client)
    client.cookies.set('sign-in', value)
    expect(await outcome(client, location)).toMatch(/erreur=expiree/)
  })

  it.each(['', '?code=x', '?state=y', '?code=a&code=b&state=c'])('when it is called as %j', async (query) => {
    const client = new Client(product.url)
    await leftFor(client)
    expect(await outcome(client, `${product.url}/api/login/google/callback${query}`)).toMatch(
      /erreur=expiree/,
    )
  })

  it('when the provider fails', async () => {
    const client = new Client(product.url)
    const location = `${product.url}/api/login/google/callback?error=server_error`
    expect(await outcome(client, location)).toMatch(/erreur=indisponible/)
    await leftFor(client)
    const forged = new URL(await leftFor(client))
    forged.searchParams.set('code', 'inconnu')
    expect(await outcome(client, forged.href)).toMatch(/erreur=indisponible/)
  })
})

describe('signing out', () => {
  it('deletes the session, even for copies of its cookie', async () => {
    const client = await signIn(product.url, { person: 'alice' })
    const token = tokenOf(client)
    const reply = await client.ask('/api/logout', { method: 'POST' })
    expect([reply.status, reply.body]).toEqual([200, { ok: true }])
    expect(tokenOf(client)).toBe('')
    client.cookies.set('session', token)
    expect((await me(client)).status).toBe(401)
  })

  it('is not possible from another site', async () => {
    const client = await signIn(product.url, { person: 'alice' })
    const reply = await client.ask('/api/logout', { method: 'POST', crossSite: true })
    expect([reply.status, problemOf(reply).code]).toEqual([403, 'forbidden'])
    expect((await me(client)).status).toBe(200)
  })

  it('G04: restores the guest’s own balance in the mirror, not the account’s', async () => {
    const client = await Client.guest(product.url)
    await signIn(product.url, { person: 'new', email: 'miroir@exemple.test' }, client)
    expect((await me(client)).body.credits).toBe(10)
    // A stale value, as a page might have written it.
    client.cookies.set('cookie_credits', '10')
    await client.ask('/api/logout', { method: 'POST' })
    expect(client.cookies.get('cookie_credits')).toBe('0')
    expect(await client.credits()).toBe(0)
  })
})

describe('with a public address of its own', () => {
  it('binds the session cookie to the host, for HTTPS only, and uses it for the callback', async () => {
    const site = 'https://equerre.test'
    await using cleanup = new AsyncDisposableStack()
    const secure = cleanup.adopt(await startProduct({ env: { PUBLIC_URL: site } }), ({ stop }) => stop())
    const client = await Client.guest(secure.url)
    const departure = await client.ask('/api/login/google', { redirect: 'manual' })
    const asked = new URL(departure.headers.get('Location') ?? '').searchParams
    expect(asked.get('redirect_uri')).toBe(`${site}/api/login/google/callback`)
    const back = await comeBack(client, await leave(client, { person: 'alice' }))
    const cookie = back.headers.getSetCookie().find((line) => line.startsWith('__Host-session=')) ?? ''
    for (const mark of ['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Lax'])
      expect(cookie).toContain(mark)
    expect(cookie).not.toContain('Domain')
    expect((await me(client)).body.credits).toBe(10)
    // The cookie without the prefix, which another host could set, is ignored.
    const tossed = new Client(secure.url)
    tossed.cookies.set('session', client.cookies.get('__Host-session')!)
    expect((await me(tossed)).status).toBe(401)
    const logout = { method: 'POST', headers: { Origin: site } }
    expect((await client.ask('/api/logout', logout)).status).toBe(200)
    expect((await me(client)).status).toBe(401)
  })
})

describe('a client’s own claims', () => {
  it('do not make a principal: internal headers are dropped', async () => {
    const [{ id }] = (await rows<{ id: string }>(
      product,
      "select id from auth.users where name = 'Alice Martin'",
    )) as [{ id: string }]
    const headers = { 'x-equerre-principal': `user:${id}`, 'x-equerre-origin': 'https://ailleurs.test' }
    const client = new Client(product.url)
    expect((await client.ask('/api/me', { headers })).status).toBe(401)
    const away = await client.ask('/api/login/google', { headers, redirect: 'manual' })
    expect(new URL(away.headers.get('Location') ?? '').searchParams.get('redirect_uri')).toMatch(product.url)
  })

  it('do not reach auth’s internal endpoints', async () => {
    const client = await signIn(product.url, { person: 'alice' })
    expect((await client.ask('/api/internal/account')).status).toBe(404)
  })
})
