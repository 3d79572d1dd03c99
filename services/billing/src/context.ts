import { createLog, type Log } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import type { BillingConfig } from './config.ts'

export type Context = {
  readonly config: BillingConfig
  readonly log: Log
  readonly db: Db<unknown>
  readonly close: () => Promise<void>
}

export function createContext(config: BillingConfig): Context {
  const log = createLog('billing', config.LOG_LEVEL)
  const connectionsMax = config.DATABASE_CONNECTIONS_MAX
  const db = openPostgres<unknown>(config.DATABASE_URL, { connectionsMax, log })
  return { config, log, db, close: () => db.destroy() }
}
