import { freePort } from '@equerre/local/servers/server-process'
import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import type { Ways } from '@equerre/testkit/ways'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/observe.ts'

/** Every silence is over, and everything accepted done, long before. */
const timeoutMs = 300_000

let product: Product
let ways: Ways
let photo: Picture
beforeAll(async () => {
  photo = await photographDocument({ seed: 53, width: 1200, height: 900, page: 'letter', coverage: 0.5 })
  product = await startProduct({ env: { WORKER_SLOTS: '1' }, proxied: true })
  ways = product.ways!
})
afterEach(() => {
  for (const peer of ['auth', 'postgres'] as const) ways.to(peer).heal()
})
afterAll(() => product?.stop())

describe('a gateway', () => {
  it(
    'answers although auth accepts connections and says nothing',
    async () => {
      ways.to('auth').silence({ all: true })
      const answer = await fetch(`${product.url}/api/login/google`, { redirect: 'manual' })
      expect(answer.status).toBe(503)
      await until(async () => ways.to('auth').held() === 0)
    },
    timeoutMs,
  )

  it(
    'opens its door without Redis, accepts work, and stops when told',
    async () => {
      const bringBack = await product.loseRedis()
      const port = String(await freePort())
      const gateway = await product.startReplica('gateway', { PORT: port })
      const guest = await Client.guest(`http://127.0.0.1:${port}`)
      const asked = await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' }, { Prefer: 'respond-async' })
      expect(asked.status).toBe(202)
      await gateway.stop()
      expect(await gateway.exited).toBe('exit code 0')
      await bringBack()
      const other = await Client.guest(product.url)
      // Not within one call: what comes before the gateway has reached Redis again waits for the relay, up to 35 s.
      const file = { bytes: photo.jpeg, name: 'page.jpg' }
      const accepted = await other.ingest(file, { Prefer: 'respond-async' })
      expect((await other.settle(jobOf(accepted).id)).status).toBe(200)
    },
    timeoutMs,
  )

  it(
    'is gone at the deadline of its stop, whatever hangs',
    async () => {
      const gateway = await product.startReplica('gateway', {
        PORT: String(await freePort()),
        STOP_SECONDS_MAX: '2',
      })
      ways.to('postgres').silence({ all: true })
      // The relay's next turn hangs in its first query.
      await sleep(6_000)
      await gateway.stop()
      expect(await gateway.exited).toBe('exit code 1')
    },
    timeoutMs,
  )
})
