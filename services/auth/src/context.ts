import { createLog, type Log } from '@equerre/platform/log'
import { openPostgres } from '@equerre/platform/postgres'
import type { AuthConfig } from './config.ts'
import type { AuthDb, AuthSchema } from './store/schema.ts'

export type Context = {
  readonly config: AuthConfig
  readonly log: Log
  readonly db: AuthDb
  readonly close: () => Promise<void>
}

export function createContext(config: AuthConfig): Context {
  const log = createLog('auth', config.LOG_LEVEL)
  const connectionsMax = config.DATABASE_CONNECTIONS_MAX
  const db = openPostgres<AuthSchema>(config.DATABASE_URL, { connectionsMax, log })
  return { config, log, db, close: () => db.destroy() }
}
