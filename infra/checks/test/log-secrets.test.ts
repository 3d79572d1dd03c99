import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { startRedis, type RedisServer } from '@equerre/local/servers/redis'
import { freePort } from '@equerre/local/servers/server-process'
import { secretsOf } from '@equerre/platform/config'
import { createLog } from '@equerre/platform/log'
import { Redis } from 'ioredis'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

/** Like an operator's secret in `.env`: random, and too short for any pattern to recognise it. */
const secret = () => `pw${randomBytes(5).toString('hex')}`
const [redisPassword, wrongPassword, databasePassword] = [secret(), secret(), secret()]
const [storageKey, stripeKey, cookie, customer] = [secret(), `sk_live_${secret()}`, secret(), secret()]

let dir: string
let redis: RedisServer
/** Refuses everything and echoes what it was sent: as careless as a server can be. */
let careless: Server
let carelessUrl: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(inject('servers').runDir, 'log-'))
  redis = await startRedis({ dir, password: redisPassword, logFile: path.join(dir, 'redis.log') })
  careless = createServer((request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ error: { type: 'api_error', message: `no: ${request.headers.authorization}` } }),
    )
  })
  await once(careless.listen(0, '127.0.0.1'), 'listening')
  carelessUrl = `http://127.0.0.1:${(careless.address() as AddressInfo).port}`
})
afterAll(async () => {
  careless.close()
  await redis.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Failures of real libraries, each with a credential or personal data in the error. */
const failures: Record<string, { holds: () => readonly string[]; fail: () => Promise<unknown> }> = {
  'ioredis, a wrong password': {
    holds: () => [wrongPassword],
    fail: () => askRedis(`redis://:${wrongPassword}@127.0.0.1:${redis.port}`, (client) => client.ping()),
  },
  'ioredis, a password where none fits': {
    holds: () => [wrongPassword],
    fail: () => askRedis(redis.url, (client) => client.call('AUTH', 'stranger', wrongPassword)),
  },
  'ioredis, a command that Redis echoes': {
    holds: () => [customer],
    fail: () => askRedis(redis.url, (client) => client.call('NOTHING', customer)),
  },
  'pg, a wrong password': {
    holds: () => [databasePassword],
    fail: () =>
      askPostgres(
        (url) => Object.assign(url, { username: 'gateway', password: databasePassword }),
        'select 1',
      ),
  },
  'pg, a duplicate row': {
    holds: () => [customer],
    fail: () =>
      askPostgres(
        (url) => url,
        `create temporary table t (email text unique); insert into t values ('${customer}'), ('${customer}')`,
      ),
  },
  'Amazon’s client': {
    holds: () => [storageKey],
    fail: () =>
      new S3Client({
        endpoint: carelessUrl,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: { accessKeyId: 'us', secretAccessKey: storageKey },
        maxAttempts: 1,
      }).send(new GetObjectCommand({ Bucket: 'equerre', Key: 'original' })),
  },
  'Stripe’s client, a server that echoes the key': {
    holds: () => [stripeKey],
    fail: () => {
      const { hostname, port } = new URL(carelessUrl)
      const stripe = new Stripe(stripeKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
      return stripe.customers.create({ email: `${customer}@exemple.test` })
    },
  },
  'fetch, an address with a password': {
    holds: () => [wrongPassword],
    fail: () => fetch(`http://us:${wrongPassword}@127.0.0.1:1/?token=${cookie}`),
  },
  'fetch, nothing listening': {
    holds: () => [cookie],
    fail: async () => fetch(`http://127.0.0.1:${await freePort()}/`, { headers: { cookie } }),
  },
}

async function askRedis(url: string, ask: (client: Redis) => Promise<unknown>): Promise<unknown> {
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  let emitted: unknown
  client.on('error', (error) => (emitted = error))
  try {
    return await ask(client)
  } catch (error) {
    // The listener's error about a refused password contains more.
    throw emitted ?? error
  } finally {
    client.disconnect()
  }
}

async function askPostgres(change: (url: URL) => URL, query: string): Promise<unknown> {
  const client = new Client({ connectionString: change(new URL(inject('servers').adminUrl)).href })
  try {
    await client.connect()
    return await client.query(query)
  } finally {
    await client.end()
  }
}

/** What is written if `error` is logged the way services do it, and in ways that they should not. */
function written(error: unknown): string {
  const lines: string[] = []
  const config = {
    REDIS_URL: redis.url,
    DATABASE_URL: `postgres://gateway:${databasePassword}@127.0.0.1/equerre`,
    STRIPE_SECRET_KEY: stripeKey,
    storage: { secretAccessKey: storageKey },
  }
  const log = createLog('test', 'trace', {
    secrets: secretsOf(config),
    to: { write: (line: string) => void lines.push(line) },
  })
  log.warn({ err: error }, 'redis connection')
  log.error(error)
  log.error({ err: new AggregateError([error], 'several', { cause: error }) }, 'job failed')
  return lines.join('')
}

describe('no record of an error holds a secret', () => {
  it.each(Object.entries(failures))('%s', async (_name, { holds, fail }) => {
    const error = await fail().then(
      () => null,
      (cause: unknown) => cause,
    )
    expect(error).toBeInstanceOf(Error)
    const text = written(error)
    expect(text).toContain((error as Error).name)
    for (const value of [...holds(), redisPassword, customer]) {
      expect(text).not.toContain(value)
      expect(text).not.toContain(Buffer.from(value).toString('base64').replace(/=+$/, ''))
    }
  })

  it('but says what went wrong, where, and why', async () => {
    const error = await failures['ioredis, a wrong password']!.fail().catch((cause: unknown) => cause)
    const [line] = written(error).split('\n')
    const { err } = JSON.parse(line!)
    expect(err).toMatchObject({ type: 'ReplyError', message: expect.stringMatching(/^WRONGPASS/) })
    const refused = await failures['fetch, nothing listening']!.fail().catch((cause: unknown) => cause)
    expect(JSON.parse(written(refused).split('\n')[0]!).err).toMatchObject({
      type: 'TypeError',
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1' },
    })
  })
})
