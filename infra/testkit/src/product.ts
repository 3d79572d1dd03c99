import { startServices, type Services } from '@equerre/local/product'
import { startRedis, type RedisServer } from '@equerre/local/servers/redis'
import { freePort } from '@equerre/local/servers/server-process'
import type { ServiceName } from '@equerre/local/service'
import { redisPasswords, type Secrets } from '@equerre/local/state-folder'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { createDatabase, type TestDatabase } from './database.ts'
import { makeProductFolder, type Servers } from './servers.ts'
import { StripeControl } from './stripe.ts'
import { openWays, type Ways } from './ways.ts'

/** The product as its users meet it: real processes with their own database, Redis and storage. */
export type Product = {
  readonly url: string
  readonly database: TestDatabase
  /** The address of Redis' administrator, and that of each of its users. */
  readonly redisUrl: string
  readonly redisUrlOf: RedisServer['urlOf']
  readonly storageDir: string
  /** Contains one `<service>.log` of JSON lines per service. */
  readonly logDir: string
  /** Controls Stripe's stand-in. */
  readonly stripe: StripeControl
  readonly pidOf: Services['pidOf']
  readonly opsUrlOf: Services['opsUrlOf']
  readonly startReplica: Services['startReplica']
  /** Sends SIGKILL. */
  readonly kill: (name: ServiceName) => Promise<void>
  /** Stops the service if it is still running, then starts it on the same port; `env` overrides its variables. */
  readonly restart: (name: ServiceName, env?: Variables) => Promise<void>
  /** With `proxied` only. */
  readonly ways: Ways | null
  /** Kills Redis and, unless told otherwise, destroys its data; the returned function starts one in its place. */
  readonly loseRedis: (how?: { readonly dataKept: boolean }) => Promise<() => Promise<void>>
  readonly stop: () => Promise<void>
}

type Variables = Readonly<Record<string, string>>
type Wishes = {
  readonly env?: Variables
  readonly storage?: Variables
  readonly proxied?: boolean
  readonly courier?: boolean
  readonly servers?: Servers
  readonly prepare?: ((database: TestDatabase) => Promise<void>) | undefined
  readonly release?: string
  readonly before?: ((stores: Stores) => Promise<void>) | undefined
}

/** Where a product keeps everything. */
export type Stores = Pick<Product, 'database' | 'redisUrl' | 'storageDir'>

/**
 * Starts a product on free ports. `env` goes to all services: limits, `WORKER_SLOTS`, `LOG_LEVEL`; `storage`
 * goes to those that store files, instead of a folder of their own; `proxied` leads the services to one another and to the
 * servers through proxies; `courier` starts that too; `prepare` changes the database before the services start. Outside a test run, pass `servers`.
 * `release` is the clone whose services run; `before` runs before they start, on a database that has no schemas yet.
 */
export async function startProduct({
  env = {},
  storage,
  proxied = false,
  courier,
  servers = inject('servers'),
  prepare,
  release,
  before,
}: Wishes = {}): Promise<Product> {
  const dir = makeProductFolder(servers)
  const [storageDir, logDir] = [path.join(dir, 'objects'), path.join(dir, 'logs')]
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }))
  const { database, redis } = await openStores(opened, { dir, storageDir, servers, prepare, before })
  const files = { STORAGE: 'filesystem', STORAGE_DIR: storageDir }
  const direct = { databases: database.urls, redisUrlOf: redis.urlOf, storage: storage ?? files }
  const led = proxied ? opened.use(await openWays(direct)) : null
  const port = await freePort()
  const services = await startServices({
    ...(led ?? direct),
    logDir,
    secrets: servers.secrets,
    host: '127.0.0.1',
    port,
    courier,
    env: { NODE_ENV: 'test', ...env },
    release,
    // A failed start has the log lines in its error; later ones are in the log.
    onTrouble: () => {},
  })
  opened.defer(services.stopAll)
  const cleanup = opened.move()
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    redisUrl: redis.url,
    redisUrlOf: redis.urlOf,
    storageDir,
    logDir,
    stripe: new StripeControl(services.stripe),
    pidOf: services.pidOf,
    opsUrlOf: services.opsUrlOf,
    startReplica: services.startReplica,
    kill: services.kill,
    restart: async (name, env) => {
      await services.stop(name)
      await services.start(name, env)
    },
    ways: led?.ways ?? null,
    loseRedis: redis.lose,
    stop: () => cleanup.disposeAsync(),
  }
}

type Opening = Pick<Wishes, 'prepare' | 'before'> & {
  readonly dir: string
  readonly storageDir: string
  readonly servers: Servers
}

async function openStores(
  opened: AsyncDisposableStack,
  { dir, storageDir, servers, prepare, before }: Opening,
) {
  const database = await createDatabase(servers, before && 'template1')
  opened.defer(database.drop)
  await prepare?.(database)
  const redis = await openRedisServer(dir, servers.secrets)
  opened.defer(redis.stop)
  await before?.({ database, redisUrl: redis.url, storageDir })
  return { database, redis }
}

/** A Redis that can be lost and come back at the same address. */
async function openRedisServer(productDir: string, secrets: Secrets) {
  const dir = path.join(productDir, 'redis')
  const start = (port?: number) =>
    startRedis({
      dir,
      password: secrets.redis,
      users: redisPasswords(secrets),
      logFile: path.join(productDir, 'logs/redis.log'),
      ...(port && { port }),
    })
  let server: RedisServer = await start()
  const { url, urlOf, port } = server
  return {
    url,
    urlOf,
    stop: () => server.stop(),
    lose: async ({ dataKept } = { dataKept: false }) => {
      await server.kill()
      if (!dataKept) rmSync(dir, { recursive: true })
      return async () => {
        server = await start(port)
      }
    },
  }
}
