import { Client, jobOf } from '@equerre/testkit/client'
import { emptyRedis } from '@equerre/testkit/faults'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import type { S3Settings } from '@equerre/platform/storage'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countInLog, objectsOf, rows, until, untilRectifying } from './support/observe.ts'

const jobs = 20
/** More than the relay's 30 s before a rescue, its period and the work itself. */
const faultTimeoutMs = 180_000
/** Longer than the relay waits before it looks after a step; a whole minute was tried by hand. */
const storageAwayMs = 35_000

let product: Product
let photo: Picture
beforeAll(async () => {
  photo = await photographDocument({ seed: 31, width: 1600, height: 1200, page: 'letter', coverage: 0.5 })
})
beforeEach(async () => {
  product = await startProduct()
})
afterEach(() => product.stop())

type Load = { readonly guests: readonly Client[]; readonly jobIds: readonly (readonly [Client, string])[] }

/** Several guests whose rectifies have been accepted, without waiting for them. */
async function acceptRectifies(): Promise<Load> {
  const guests = await Promise.all(Array.from({ length: 4 }, () => Client.guest(product.url)))
  const perGuest = await Promise.all(
    guests.map(async (guest) => {
      const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
      const asked = Array.from({ length: jobs / guests.length }, () =>
        guest.rectify({ ingestion_id, options: '{"dpi":150}' }, { Prefer: 'respond-async' }),
      )
      return (await Promise.all(asked)).map((reply) => [guest, jobOf(reply).id] as const)
    }),
  )
  return { guests, jobIds: perGuest.flat() }
}

/** Checks that every accepted job succeeded, and that every guest paid exactly once for each of its own. */
async function expectAllDone({ guests, jobIds }: Load): Promise<void> {
  const replies = await Promise.all(jobIds.map(([guest, id]) => guest.settle(id)))
  expect(replies.map(({ status }) => status)).toEqual(Array(jobs).fill(200))
  expect(await Promise.all(guests.map((guest) => guest.credits()))).toEqual(
    guests.map(() => 10 - jobs / guests.length),
  )
  const entries = await rows<{ kind: string; count: number }>(
    product,
    `select kind, count(*)::int as count from billing.entries where kind in ('hold', 'capture', 'void') group by kind order by kind`,
  )
  expect(entries).toEqual([
    { kind: 'capture', count: jobs },
    { kind: 'hold', count: jobs },
  ])
  expect(await rows(product, 'select id from billing.wallets where held <> 0')).toEqual([])
}

const variablesOf = (settings: S3Settings) => ({
  STORAGE: 's3',
  S3_ENDPOINT: settings.endpoint ?? '',
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})

const finished = () =>
  rows<{ id: string }>(product, `select id from gateway.steps where kind = 'rectify' and state = 'done'`)

describe(`with ${jobs} rectifies in flight, nothing is lost or paid twice when`, () => {
  it(
    'Redis is emptied',
    async () => {
      const load = await acceptRectifies()
      await untilRectifying(product)
      await emptyRedis(product.redisUrl)
      await expectAllDone(load)
      expect(countInLog(product, 'step dispatched again')).toBeGreaterThan(0)
    },
    faultTimeoutMs,
  )

  it(
    'Redis is down for a while and comes back empty',
    async () => {
      const load = await acceptRectifies()
      await untilRectifying(product)
      const bringBack = await product.loseRedis()
      const late = await Client.guest(product.url)
      expect((await fetch(`${product.url}/api/healthz`)).status).toBe(200)
      // Accepted all the same: the row counts, and the queue gets it later.
      const uploaded = await late.ingest({ bytes: photo.jpeg, name: 'page.jpg' }, { Prefer: 'respond-async' })
      expect(uploaded.status).toBe(202)
      await until(async () => (await fetch(`${product.url}/api/readyz`)).status === 503)
      await bringBack()
      await expectAllDone(load)
      expect((await late.settle(jobOf(uploaded).id)).status).toBe(200)
      expect(countInLog(product, 'step dispatched again')).toBeGreaterThan(0)
    },
    faultTimeoutMs,
  )

  it(
    'the worker is killed mid-work, three times',
    async () => {
      const load = await acceptRectifies()
      for (let i = 0; i < 3; i++) {
        await untilRectifying(product)
        await product.kill('vision-worker')
        await product.restart('vision-worker')
      }
      await expectAllDone(load)
    },
    faultTimeoutMs,
  )

  it(
    'the gateway is killed while results come in',
    async () => {
      const load = await acceptRectifies()
      await until(async () => (await finished()).length > 0)
      await product.kill('gateway')
      expect((await finished()).length).toBeLessThan(jobs)
      await product.restart('gateway')
      await expectAllDone(load)
    },
    faultTimeoutMs,
  )

  it.skipIf(missingS3)(
    'the object storage is down for half a minute',
    async () => {
      await product.stop()
      const s3 = await startS3()
      try {
        product = await startProduct({ storage: variablesOf(s3.settings) })
        const load = await acceptRectifies()
        await untilRectifying(product)
        const bringBack = await s3.lose()
        await sleep(storageAwayMs)
        await bringBack()
        await expectAllDone(load)
        await product.stop()
      } finally {
        await s3.stop()
      }
    },
    faultTimeoutMs,
  )

  it(
    'all database connections are cut repeatedly, and every service stays up',
    async () => {
      const load = await acceptRectifies()
      const pids = (['gateway', 'auth', 'billing'] as const).map(product.pidOf)
      let cut = 0
      for (let i = 0; i < 5; i++) {
        await until(async () => (await finished()).length > i)
        cut += (await rows(product, cutConnections)).length
      }
      expect(cut).toBeGreaterThan(5)
      // A dead connection shows at its next use: that request gets 503, and the pool replaces it.
      await until(async () => (await fetch(`${product.url}/api/readyz`)).status === 200)
      await expectAllDone(load)
      expect((['gateway', 'auth', 'billing'] as const).map(product.pidOf)).toEqual(pids)
      expect((await fetch(`${product.url}/api/readyz`)).status).toBe(200)
    },
    faultTimeoutMs,
  )
})

/** Does to clients what a restart of Postgres does, without affecting the other test databases. */
const cutConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

describe('a step that nobody can finish', () => {
  it(
    'fails at its deadline, and its credit is given back',
    async () => {
      await product.stop()
      product = await startProduct({ env: { STEP_SECONDS_MAX: '5' } })
      const guest = await Client.guest(product.url)
      const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
      await product.kill('vision-worker')
      const asked = await guest.rectify({ ingestion_id }, { Prefer: 'respond-async' })
      expect(await guest.credits()).toBe(9)
      const failed = await guest.settle(jobOf(asked).id)
      expect(failed.status).toBe(500)
      expect(failed.body).toMatchObject({
        code: 'internal',
        detail: expect.stringContaining('Aucun crédit débité'),
      })
      expect(await guest.credits()).toBe(10)
    },
    faultTimeoutMs,
  )

  it(
    'fails its file too if it was the ingest, and leaves no objects',
    async () => {
      await product.stop()
      product = await startProduct({ env: { STEP_SECONDS_MAX: '5' } })
      await product.kill('vision-worker')
      const guest = await Client.guest(product.url)
      const asked = await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' }, { Prefer: 'respond-async' })
      const { id, ingestion_id } = jobOf(asked)
      expect((await guest.settle(id)).status).toBe(500)
      expect((await guest.detect({ ingestion_id })).body).toMatchObject({ code: 'unreadable_file' })
      expect(objectsOf(product, ingestion_id)).toEqual([])
    },
    faultTimeoutMs,
  )
})
