import { Client, problemOf } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintGuests } from './support/config.ts'
import { rows } from './support/observe.ts'

const guestsPerNetwork = 3

let product: Product
beforeAll(async () => {
  const env = {
    TRUST_PROXY: '1',
    GUEST_WALLETS_PER_NETWORK_PER_DAY: String(guestsPerNetwork),
    // Rate limits that would refuse this many are not tested here.
    COOKIE_REQUESTS_PER_MINUTE: '600000',
    REQUEST_BURST: '10000',
  }
  product = await startProduct({ env })
})
afterAll(() => product.stop())

const look = (address: string, client = new Client(product.url)) =>
  client.ask<{ credits: number }>('/api/credits/me', { headers: { 'X-Forwarded-For': address } })
const from = async (address: string) => (await look(address)).body.credits

it('beyond its network’s daily number, counted per /24, a guest starts with nothing', async () => {
  expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.3:4711')]).toEqual([
    10, 10, 10,
  ])
  expect(await from('203.0.113.200')).toBe(0)
  expect(await from('203.0.114.1')).toBe(10)
  // Only the nearest proxy is trusted: what the client put in front does not select another network.
  expect(await from('198.51.100.7, 203.0.113.4')).toBe(0)
})

it('and is not topped up either, unlike those who got their welcome credits', async () => {
  const add = async (address: string) => {
    const client = new Client(product.url)
    await look(address, client)
    const headers = { 'X-Forwarded-For': address }
    return client.ask<{ credits: number; added: number }>('/api/credits/add', { method: 'POST', headers })
  }
  for (let i = 0; i < 3; i++) expect((await add('198.51.100.9')).body).toEqual({ credits: 15, added: 5 })
  const refused = await add('198.51.100.10')
  expect([refused.status, problemOf(refused).code]).toEqual([429, 'free_credits_exhausted'])
  expect(problemOf(refused).detail).toContain('réessayez demain')
})

describe(`${mintGuests} guests who take everything free get only the share of a few`, () => {
  const hex = (i: number) => i.toString(16)
  const hidden = ['unknown', 'pas une adresse', '1.2.3', '_caché', '999.9.9.9']
  it.each<[string, shares: number, address: (i: number) => string]>([
    ['from one address', 1, (i) => `192.0.2.77:${1_024 + i}`],
    ['from a /24', 1, (i) => `198.18.7.${i % 256}`],
    ['from an IPv6 /64', 1, (i) => `2001:db8:1:1::${hex(i)}`],
    ['from a /56', 2, (i) => `2001:db8:2:a${hex(i % 256).padStart(2, '0')}::1`],
    ['from a /48', 4, (i) => `2001:db8:3:${hex(256 * (i % 256))}::1`],
    ['with unreadable addresses', 1, (i) => hidden[i % hidden.length]!],
  ])('%s: %i times', async (_who, shares, address) => {
    const mint = async (i: number) => {
      const client = new Client(product.url, undefined, { 'X-Forwarded-For': address(i) })
      await client.credits()
      await client.ask('/api/credits/add', { method: 'POST' })
      return client.credits()
    }
    let credits = 0
    // In batches: more at once would wait for the database longer than requests may.
    for (let i = 0; i < mintGuests; i += 30) {
      const minted = await Promise.all(Array.from({ length: 30 }, (_, n) => mint(i + n)))
      for (const one of minted) credits += one
    }
    expect(credits).toBe(shares * guestsPerNetwork * 15)
  })
})

describe('a request caused by another site', () => {
  const traces = async () => [
    ...(await rows(product, 'select count(*)::int from gateway.guests')),
    ...(await rows(product, 'select count(*)::int from billing.wallets')),
    ...(await rows(product, 'select count(*)::int from gateway.gifts')),
  ]
  const asked = (headers: Record<string, string>) => {
    const all = { 'X-Forwarded-For': '192.0.2.5', ...headers }
    return fetch(`${product.url}/api/credits/me`, { headers: all })
  }

  it.each<[string, Record<string, string>]>([
    ['an image', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
    [
      'a fetch',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', Origin: 'https://ailleurs.test' },
    ],
    ['a link', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['another site on the same domain', { 'Sec-Fetch-Site': 'same-site' }],
    ['an old browser’s fetch', { Origin: 'https://ailleurs.test' }],
  ])('(%s) creates no guest and sets no cookie', async (_name, headers) => {
    const before = await traces()
    const reply = await asked(headers)
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []])
    expect(await traces()).toEqual(before)
  })

  it('still serves an existing guest, and same-site visitors', async () => {
    const guest = await Client.guest(product.url)
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await guest.ask('/api/credits/me', { headers })).status).toBe(200)
    expect((await asked({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
    expect((await asked({ 'Sec-Fetch-Site': 'none' })).status).toBe(200)
    const page = await fetch(product.url, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(page.status).toBe(200)
  })
})
