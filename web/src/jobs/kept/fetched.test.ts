import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as Fetched from './fetched.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

/** Number of requests per path. */
const asked = new Map<string, number>()
const bytes = Buffer.alloc(30 * 1024 * 1024)
/** What the service answers. */
let status = 200
const server = createServer(({ url = '' }, response) => {
  asked.set(url, (asked.get(url) ?? 0) + 1)
  response.writeHead(status, { 'Retry-After': '0' }).end(url.startsWith('/large') ? bytes : url)
})

let store: typeof Fetched
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  vi.stubEnv('VITE_API_BASE', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  store = await import('./fetched.ts')
})
afterEach(() => {
  store.retainOnly([])
  asked.clear()
  status = 200
})
afterAll(() => server.close())

test('a file wanted in several places is fetched once, even while it is loading', async () => {
  store.retainOnly(['/a'])
  const both = await Promise.all([store.fetchHeld('/a'), store.fetchHeld('/a')])
  await store.fetchHeld('/a')
  expect(await Promise.all(both.map((blob) => blob.text()))).toEqual(['/a', '/a'])
  expect(asked.get('/a')).toBe(1)
})

test('files that no card names any more are released, the others kept', async () => {
  store.retainOnly(['/gone', '/kept'])
  for (const path of ['/gone', '/kept']) await store.fetchHeld(path)
  store.retainOnly(['/kept'])
  for (const path of ['/gone', '/kept']) await store.fetchHeld(path)
  expect(Object.fromEntries(asked)).toEqual({ '/gone': 2, '/kept': 1 })
})

test('a file that no card names is kept only while it is in use', async () => {
  const first = store.fetchHeld('/elsewhere')
  store.retainOnly([])
  await Promise.all([first, store.fetchHeld('/elsewhere')])
  expect(asked.get('/elsewhere')).toBe(1)
  await store.fetchHeld('/elsewhere')
  expect(asked.get('/elsewhere')).toBe(2)
})

test('a service that has no time waits, and no download fails', async () => {
  status = 429
  const fetched = store.fetchHeld('/a')
  await vi.waitFor(() => expect(asked.get('/a')).toBe(2), { timeout: 5_000 })
  status = 200
  expect(await (await fetched).text()).toBe('/a')
})

test('a refused fetch is tried again', async () => {
  status = 503
  await expect(store.fetchHeld('/a')).rejects.toThrow('HTTP 503')
  status = 200
  expect(await (await store.fetchHeld('/a')).text()).toBe('/a')
})

test('when memory runs out, the least recently used file is released', async () => {
  store.retainOnly(['/large1', '/large2', '/large3'])
  for (const path of ['/large1', '/large2', '/large1', '/large3', '/large1']) await store.fetchHeld(path)
  expect(Object.fromEntries(asked)).toEqual({ '/large1': 1, '/large2': 1, '/large3': 1 })
  await store.fetchHeld('/large2')
  expect(asked.get('/large2')).toBe(2)
})
