import { erasureQueue } from '@equerre/contract/identity'
import { secretsOf } from '@equerre/platform/config'
import { openKeyRing, type KeyRing } from '@equerre/platform/key-ring'
import { createLog, type Log } from '@equerre/platform/log'
import { openPostgres } from '@equerre/platform/postgres'
import { openQueue, openRedis, type Queue } from '@equerre/platform/queue'
import { openGoogle, type IdentityProvider } from './adapters/google.ts'
import type { AuthConfig } from './config.ts'
import type { AuthDb, AuthSchema } from './store/schema.ts'

export type Context = {
  readonly config: AuthConfig
  readonly log: Log
  readonly db: AuthDb
  readonly keyRing: KeyRing
  readonly google: IdentityProvider
  /** Jobs that tell the gateway to erase what it holds of a person. */
  readonly erasures: Queue
  readonly close: () => Promise<void>
}

export function createContext(config: AuthConfig): Context {
  const log = createLog('auth', config.LOG_LEVEL, { secrets: secretsOf(config) })
  const connectionsMax = config.DATABASE_CONNECTIONS_MAX
  const db = openPostgres<AuthSchema>(config.DATABASE_URL, { connectionsMax, log })
  const redis = openRedis(config.REDIS_URL, log)
  const erasures = openQueue(erasureQueue, redis, { log })
  const google = openGoogle({
    clientId: config.GOOGLE_CLIENT_ID,
    clientSecret: config.GOOGLE_CLIENT_SECRET,
    authorizationUrl: config.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: config.GOOGLE_TOKEN_URL,
    userinfoUrl: config.GOOGLE_USERINFO_URL,
  })
  const close = async () => {
    await erasures.close()
    redis.disconnect()
    await db.destroy()
  }
  return { config, log, db, keyRing: openKeyRing(config.KEY_ENCRYPTION_KEYS), google, erasures, close }
}
