import { startRedis } from '@equerre/local/servers/redis'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { makeProductFolder } from '@equerre/testkit/servers'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { readGatewayConfig } from '../../src/config.ts'
import { createContext, type Context } from '../../src/context.ts'

/** A gateway’s context without a server or workers; each `open` gets its own database and queues. */
export type GatewayParts = {
  readonly open: (env?: NodeJS.ProcessEnv) => Promise<Context>
  /** The database of the open context. */
  readonly database: () => TestDatabase
  readonly close: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startGatewayParts(): Promise<GatewayParts> {
  const servers = inject('servers')
  const dir = makeProductFolder(servers)
  const redis = await startRedis({
    dir: path.join(dir, 'redis'),
    password: servers.secrets.redis,
    logFile: path.join(dir, 'logs/redis.log'),
  })
  const nowhere = 'http://127.0.0.1:1'
  let open: { ctx: Context; database: TestDatabase } | null = null
  return {
    open: async (env = {}) => {
      const database = await createDatabase()
      const config = readGatewayConfig({
        NODE_ENV: 'test',
        LOG_LEVEL: 'fatal',
        PORT: '0',
        DATABASE_URL: database.urls.gateway,
        REDIS_URL: redis.url,
        INTERNAL_TOKEN: servers.secrets.internalToken,
        KEY_PEPPER: servers.secrets.keyPepper,
        ADDRESS_SIGNING_KEY: servers.secrets.addressSigning,
        PDF_PASSWORD_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
        WEBHOOK_SECRET_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}`,
        COURIER_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
        FETCHING: 'true',
        BATCHES: 'true',
        AUTH_URL: nowhere,
        BILLING_URL: nowhere,
        WEB_DIR: dir,
        STORAGE: 'filesystem',
        STORAGE_DIR: path.join(dir, 'storage'),
        ...env,
      })
      const ctx = createContext(config)
      open = { ctx, database }
      // A queue that is not connected yet refuses.
      await once(ctx.redis, 'ready')
      return ctx
    },
    database: () => open!.database,
    close: async () => {
      await open?.ctx.redis.flushall()
      await open?.ctx.close()
      await open?.database.drop()
    },
    stop: () => redis.stop(),
  }
}

/** The same for a whole test file, opened anew for each test. */
export function useGatewayParts(env: NodeJS.ProcessEnv = {}) {
  let parts: GatewayParts
  let ctx: Context
  beforeAll(async () => {
    parts = await startGatewayParts()
  })
  afterAll(() => parts.stop())
  beforeEach(async () => {
    ctx = await parts.open(env)
  })
  afterEach(() => parts.close())
  return { ctx: () => ctx, database: () => parts.database() }
}
