import { freePort } from '@equerre/local/servers/server-process'
import { Client, jobOf } from '@equerre/testkit/client'
import { startFaultProxy, through, type FaultProxy } from '@equerre/testkit/fault-proxy'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rows, until, untilRectifying } from './support/observe.ts'

/** Every silence is over, and everything accepted done, long before. */
const timeoutMs = 300_000
const jobs = 12
/** Processes that start quickly. */
const env = { WORKER_SLOTS: '1' }
/** Longer than any connection waits for a silent peer. */
const awayMs = 35_000

let product: Product
let photo: Picture
beforeAll(async () => {
  photo = await photographDocument({ seed: 53, width: 1200, height: 900, page: 'letter', coverage: 0.5 })
})
afterEach(() => product?.stop())

type Accepted = { readonly guest: Client; readonly jobIds: readonly string[] }

async function acceptRectifies(): Promise<Accepted[]> {
  const guests = await Promise.all(Array.from({ length: 3 }, () => Client.guest(product.url)))
  return Promise.all(
    guests.map(async (guest) => {
      const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
      const asked = Array.from({ length: jobs / guests.length }, () =>
        guest.rectify({ ingestion_id, options: '{"dpi":100}' }, { Prefer: 'respond-async' }),
      )
      return { guest, jobIds: (await Promise.all(asked)).map((reply) => jobOf(reply).id) }
    }),
  )
}

/** Every accepted job succeeded, none was given up on the way, and each was paid once. */
async function expectAllDone(accepted: readonly Accepted[]): Promise<void> {
  for (const { guest, jobIds } of accepted) {
    const replies = await Promise.all(jobIds.map((id) => guest.settle(id)))
    expect(replies.map(({ status }) => status)).toEqual(jobIds.map(() => 200))
    expect(await guest.credits()).toBe(10 - jobIds.length)
  }
  expect(await rows(product, 'select id from billing.wallets where held <> 0')).toEqual([])
}

const isReady = async () => (await fetch(`${product.url}/api/readyz`)).status === 200

describe(`with ${jobs} rectifies in flight, nothing is lost or paid twice when`, () => {
  it.each(['redis', 'postgres'] as const)(
    'every open connection to %s falls silent',
    async (name) => {
      product = await startProduct({ env, proxied: true })
      const proxy = product.proxies![name]
      const accepted = await acceptRectifies()
      await untilRectifying(product)
      proxy.silence()
      await until(async () => proxy.held() === 0)
      await expectAllDone(accepted)
      await until(isReady)
    },
    timeoutMs,
  )

  it.each(['redis', 'postgres'] as const)(
    '%s accepts every connection and answers none for a while',
    async (name) => {
      product = await startProduct({ env, proxied: true })
      const proxy = product.proxies![name]
      const accepted = await acceptRectifies()
      await untilRectifying(product)
      proxy.silence({ all: true })
      await sleep(awayMs)
      proxy.heal()
      await expectAllDone(accepted)
      await until(isReady)
    },
    timeoutMs,
  )

  it.skipIf(missingS3)(
    'the object storage accepts every connection and answers none for a while',
    async () => {
      const s3 = await startS3()
      const proxy = await proxyTo(s3.variables['S3_ENDPOINT'])
      try {
        const storage = { ...s3.variables, S3_ENDPOINT: through(s3.variables['S3_ENDPOINT']!, proxy) }
        product = await startProduct({ env, storage })
        const accepted = await acceptRectifies()
        await untilRectifying(product)
        proxy.silence({ all: true })
        const [{ guest }] = accepted as [Accepted]
        // The upload fails, and its key is free at once.
        const upload = { bytes: photo.jpeg, name: 'late.jpg' }
        const key = { 'Idempotency-Key': 'the-same' }
        expect((await guest.ingest(upload, key)).status).toBeGreaterThanOrEqual(500)
        proxy.heal()
        expect([200, 202]).toContain((await guest.ingest(upload, key)).status)
        await expectAllDone(accepted)
        await product.stop()
      } finally {
        await proxy.close()
        await s3.stop()
      }
    },
    timeoutMs,
  )
})

const proxyTo = (url = '') => startFaultProxy(Number(new URL(url).port))

describe('a gateway', () => {
  it(
    'opens its door without Redis, accepts work, and stops when told',
    async () => {
      product = await startProduct({ env })
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
    'answers although auth accepts connections and says nothing',
    async () => {
      product = await startProduct({ env })
      let proxy: FaultProxy | undefined
      try {
        proxy = await proxyTo(product.opsUrlOf('auth'))
        const port = String(await freePort())
        const AUTH_URL = `http://127.0.0.1:${proxy.port}`
        const gateway = await product.startReplica('gateway', { PORT: port, AUTH_URL })
        proxy.silence({ all: true })
        const answer = await fetch(`http://127.0.0.1:${port}/api/login/google`, { redirect: 'manual' })
        expect(answer.status).toBe(503)
        await until(async () => proxy!.held() === 0)
        await gateway.stop()
      } finally {
        await proxy?.close()
      }
    },
    timeoutMs,
  )

  it(
    'is gone at the deadline of its stop, whatever hangs',
    async () => {
      product = await startProduct({ env, proxied: true })
      const gateway = await product.startReplica('gateway', {
        PORT: String(await freePort()),
        STOP_SECONDS_MAX: '2',
      })
      product.proxies!.postgres.silence({ all: true })
      // The relay's next turn hangs in its first query.
      await sleep(6_000)
      await gateway.stop()
      expect(await gateway.exited).toBe('exit code 1')
    },
    timeoutMs,
  )
})
