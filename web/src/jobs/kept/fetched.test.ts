import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as Fetched from './fetched.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

/** How often each path was asked for. */
const asked = new Map<string, number>()
const bytes = Buffer.alloc(30 * 1024 * 1024)
let ready = true
const server = createServer(({ url = '' }, response) => {
  asked.set(url, (asked.get(url) ?? 0) + 1)
  response.writeHead(ready ? 200 : 503).end(url.startsWith('/large') ? bytes : url)
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
  ready = true
})
afterAll(() => server.close())

test('what several places want is fetched once, also while it is on its way', async () => {
  store.retainOnly(['/a'])
  const both = await Promise.all([store.fetchHeld('/a'), store.fetchHeld('/a')])
  await store.fetchHeld('/a')
  expect(await Promise.all(both.map((blob) => blob.text()))).toEqual(['/a', '/a'])
  expect(asked.get('/a')).toBe(1)
})

test('what no card names any more is let go of, the rest stays', async () => {
  store.retainOnly(['/gone', '/kept'])
  for (const path of ['/gone', '/kept']) await store.fetchHeld(path)
  store.retainOnly(['/kept'])
  for (const path of ['/gone', '/kept']) await store.fetchHeld(path)
  expect(Object.fromEntries(asked)).toEqual({ '/gone': 2, '/kept': 1 })
})

test('what no card names stays while somebody uses it, and not longer', async () => {
  const first = store.fetchHeld('/elsewhere')
  store.retainOnly([])
  await Promise.all([first, store.fetchHeld('/elsewhere')])
  expect(asked.get('/elsewhere')).toBe(1)
  await store.fetchHeld('/elsewhere')
  expect(asked.get('/elsewhere')).toBe(2)
})

test('what was refused is asked for again', async () => {
  ready = false
  await expect(store.fetchHeld('/a')).rejects.toThrow('HTTP 503')
  ready = true
  expect(await (await store.fetchHeld('/a')).text()).toBe('/a')
})

test('where there is no more room, what was used longest ago goes', async () => {
  store.retainOnly(['/large1', '/large2', '/large3'])
  for (const path of ['/large1', '/large2', '/large1', '/large3', '/large1']) await store.fetchHeld(path)
  expect(Object.fromEntries(asked)).toEqual({ '/large1': 1, '/large2': 1, '/large3': 1 })
  await store.fetchHeld('/large2')
  expect(asked.get('/large2')).toBe(2)
})
