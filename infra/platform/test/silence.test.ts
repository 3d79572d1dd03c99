import { connect as connectTo } from '@equerre/local/servers/databases'
import { startRedis, type RedisServer } from '@equerre/local/servers/redis'
import { createLog } from '@equerre/platform/log'
import { isOutage, listen, openPostgres, type Db } from '@equerre/platform/postgres'
import { openQueue, openRedis, startWorker } from '@equerre/platform/queue'
import { openStorage } from '@equerre/platform/storage'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { startFaultProxy, through, type FaultProxy } from '@equerre/testkit/fault-proxy'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'

/** What every kind of connection promises: a peer that is silent for longer has been given up. */
const droppedWithinMs = 30_000
/** For what needs no silence to end; the machine may be busy. */
const soon = { timeout: 20_000, interval: 100 }
const log = createLog('test', 'silent')

/** Waits until the client has given up every connection that fell silent. */
function untilDropped(proxy: FaultProxy): Promise<void> {
  return vi.waitFor(() => expect(proxy.held()).toBe(0), { timeout: droppedWithinMs, interval: 200 })
}

describe('Redis falls silent without closing', { concurrent: true }, () => {
  const password = 'silence-test'
  let dir: string
  let redis: RedisServer
  beforeAll(async () => {
    dir = await mkdtemp(path.join(inject('servers').runDir, 'silence-'))
    redis = await startRedis({ dir, password, logFile: path.join(dir, 'redis.log') })
  })
  afterAll(async () => {
    await redis.stop()
    await rm(dir, { recursive: true, force: true })
  })

  it('a sender notices even when it has nothing to send, and sends again', async () => {
    const proxy = await startFaultProxy(redis.port)
    const client = openRedis(through(redis.url, proxy), log)
    const queue = openQueue('sender', client, { log })
    await vi.waitFor(() => queue.add('any', {}), soon)
    proxy.silence()
    await untilDropped(proxy)
    await vi.waitFor(() => queue.add('any', {}), soon)
    expect(await queue.getWaitingCount()).toBe(2)
    client.disconnect()
    await proxy.close()
  })

  it('a receiver that waits for jobs gets the next one', async () => {
    const proxy = await startFaultProxy(redis.port)
    const handled: unknown[] = []
    const handle = async (data: unknown) => void handled.push(data)
    const worker = startWorker({
      queue: 'idle',
      redisUrl: through(redis.url, proxy),
      concurrency: 1,
      log,
      handle,
    })
    const client = openRedis(redis.url, log)
    const queue = openQueue('idle', client, { log })
    await vi.waitFor(() => queue.add('any', { turn: 1 }), soon)
    await vi.waitFor(() => expect(handled).toHaveLength(1), soon)
    proxy.silence()
    await untilDropped(proxy)
    await queue.add('any', { turn: 2 })
    await vi.waitFor(() => expect(handled).toEqual([{ turn: 1 }, { turn: 2 }]), soon)
    await worker.close()
    client.disconnect()
    await proxy.close()
  })

  it('a job at work keeps its lock, and is done once', async () => {
    const proxy = await startFaultProxy(redis.port)
    const handled: unknown[] = []
    const handle = async (data: unknown) => {
      handled.push(data)
      await sleep(20_000)
    }
    const options = { queue: 'busy', redisUrl: through(redis.url, proxy), concurrency: 1, log, handle }
    const worker = startWorker(options)
    const client = openRedis(redis.url, log)
    const queue = openQueue('busy', client, { log })
    await vi.waitFor(() => queue.add('any', {}), soon)
    await vi.waitFor(() => expect(handled).toHaveLength(1), soon)
    proxy.silence()
    await vi.waitFor(async () => expect(await queue.getJobCountByTypes('active', 'waiting')).toBe(0), {
      timeout: 60_000,
      interval: 200,
    })
    expect(handled).toHaveLength(1)
    expect(await queue.getFailedCount()).toBe(0)
    await worker.close()
    client.disconnect()
    await proxy.close()
  })

  it('a receiver comes back after a server that accepted connections and answered none', async () => {
    const proxy = await startFaultProxy(redis.port)
    const handled: unknown[] = []
    const handle = async (data: unknown) => void handled.push(data)
    const options = { queue: 'frozen', redisUrl: through(redis.url, proxy), concurrency: 1, log, handle }
    const worker = startWorker(options)
    const client = openRedis(redis.url, log)
    const queue = openQueue('frozen', client, { log })
    await vi.waitFor(() => queue.add('any', {}), soon)
    await vi.waitFor(() => expect(handled).toHaveLength(1), soon)
    proxy.silence({ all: true })
    await sleep(20_000)
    await queue.add('any', {})
    proxy.heal()
    await vi.waitFor(() => expect(handled).toHaveLength(2), { timeout: droppedWithinMs })
    await worker.close()
    client.disconnect()
    await proxy.close()
  })
})

type Numbers = { numbers: { n: number } }

describe('Postgres falls silent without closing', { concurrent: true }, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    await using admin = await connectTo(database.urls.admin)
    await admin.query('create table public.numbers as select 1 as n')
    await admin.query('grant all on public.numbers to gateway')
  })
  afterAll(() => database.drop())

  const open = async (): Promise<{ proxy: FaultProxy; db: Db<Numbers> }> => {
    const proxy = await startFaultProxy(Number(new URL(database.urls.gateway).port))
    const db = openPostgres<Numbers>(through(database.urls.gateway, proxy), { connectionsMax: 2, log })
    await sql`select 1`.execute(db)
    return { proxy, db }
  }

  it('a query ends as an outage, and the next one works', async () => {
    const { proxy, db } = await open()
    proxy.silence()
    const [asked] = await Promise.allSettled([sql`select 1`.execute(db)])
    expect(asked).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isOutage) })
    await untilDropped(proxy)
    expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
    await db.destroy()
    await proxy.close()
  })

  it('a transaction ends at both ends: its locks are free again', async () => {
    const { proxy, db } = await open()
    const work = db.transaction().execute(async (tx) => {
      await sql`select n from public.numbers for update`.execute(tx)
      proxy.silence()
      await sql`select 1`.execute(tx)
    })
    await expect(work).rejects.toSatisfy(isOutage)
    await untilDropped(proxy)
    await using other = await connectTo(database.urls.gateway)
    await vi.waitFor(() => other.query('select n from public.numbers for update nowait'), {
      timeout: droppedWithinMs,
      interval: 500,
    })
    await db.destroy()
    await proxy.close()
  })

  it('a listener hears again', async () => {
    const proxy = await startFaultProxy(Number(new URL(database.urls.gateway).port))
    const heard: string[] = []
    const listener = listen(through(database.urls.gateway, proxy), {
      channel: 'silence',
      log,
      onNotify: (payload) => heard.push(payload),
    })
    await using other = await connectTo(database.urls.gateway)
    const tell = async (what: string) => {
      await other.query('select pg_notify($1, $2)', ['silence', what])
      expect(heard).toContain(what)
    }
    await vi.waitFor(() => tell('before'), soon)
    proxy.silence()
    await untilDropped(proxy)
    await vi.waitFor(() => tell('after'), soon)
    await listener.close()
    await proxy.close()
  })

  it('a server that answers ends what takes too long: a statement, and the wait for a lock', async () => {
    const { proxy, db } = await open()
    await using other = await connectTo(database.urls.admin)
    await other.query('begin')
    await other.query('lock table public.numbers')
    const asked = await Promise.allSettled([
      sql`select pg_sleep(60)`.execute(db),
      sql`select n from public.numbers`.execute(db),
    ])
    for (const one of asked)
      expect(one).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isOutage) })
    await other.query('rollback')
    await db.destroy()
    await proxy.close()
  })
})

describe.skipIf(missingS3)('the object storage falls silent without closing', { concurrent: true }, () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  const bytes = Buffer.alloc(20_000_000, 'é')
  const mime = 'text/plain'
  beforeAll(async () => {
    s3 = await startS3()
    await openStorage(s3.settings).put('there/one', bytes, { mime })
  })
  afterAll(() => s3?.stop())

  const open = async () => {
    const proxy = await startFaultProxy(Number(new URL(s3.settings.endpoint ?? '').port))
    const endpoint = through(s3.settings.endpoint ?? '', proxy)
    const storage = openStorage({ ...s3.settings, endpoint })
    await storage.head('there/one')
    return { proxy, storage }
  }

  it('a call finds another connection', async () => {
    const { proxy, storage } = await open()
    proxy.silence({ all: true })
    const asked = storage.head('there/one')
    await vi.waitFor(() => expect(proxy.held()).toBeGreaterThan(0), soon)
    proxy.heal()
    expect(await asked).toMatchObject({ bytes: bytes.length })
    await untilDropped(proxy)
    await proxy.close()
  })

  it('every call ends when no connection answers', async () => {
    const { proxy, storage } = await open()
    proxy.silence({ all: true })
    const calls = await Promise.allSettled([
      storage.head('there/one'),
      storage.read('there/one'),
      storage.put('there/two', bytes, { mime }),
      storage.deletePrefix('there/three/'),
    ])
    expect(calls.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await untilDropped(proxy)
    await proxy.close()
  })

  it('a download that stops in the middle fails', async () => {
    const { proxy, storage } = await open()
    const object = await storage.get('there/one')
    const read = async () => {
      for await (const chunk of object!.stream) {
        expect(chunk.length).toBeGreaterThan(0)
        proxy.silence()
      }
    }
    await expect(read()).rejects.toThrow()
    await untilDropped(proxy)
    await proxy.close()
  })

  it('a reader that takes its time is left alone', async () => {
    const { proxy, storage } = await open()
    const object = await storage.get('there/one')
    let read = 0
    for await (const chunk of object!.stream) {
      if (read === 0) await sleep(20_000)
      read += (chunk as Buffer).length
    }
    expect(read).toBe(bytes.length)
    await proxy.close()
  })
})
