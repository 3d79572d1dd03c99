import { paymentsQueue } from '@equerre/contract/billing'
import { secretsOf } from '@equerre/platform/config'
import { createLog, type Log } from '@equerre/platform/log'
import { openPostgres } from '@equerre/platform/postgres'
import { openQueue, openRedis, type Queue } from '@equerre/platform/queue'
import { openStripe, type StripeAccount } from './adapters/stripe.ts'
import type { BillingConfig } from './config.ts'
import type { Violations } from './store/ledger-rules.ts'
import type { BillingDb, BillingSchema } from './store/schema.ts'

/** Less than a turn of its task may take; five million entries take half a minute. */
const checkMsMax = 55 * 60_000

export type Context = {
  readonly config: BillingConfig
  readonly log: Log
  readonly db: BillingDb
  /** For the check of the whole ledger alone, whose statements take longer than any other. */
  readonly checksDb: BillingDb
  readonly redis: ReturnType<typeof openRedis>
  readonly payments: Queue
  readonly stripe: StripeAccount
  /** What the checks of the ledger have found; null before the first. */
  readonly lastCheck: {
    current: {
      readonly checkedAt: Date | null
      readonly violations: Violations
      readonly total: number
    } | null
  }
  readonly close: () => Promise<void>
}

export function createContext(config: BillingConfig): Context {
  const log = createLog('billing', config.LOG_LEVEL, { secrets: secretsOf(config) })
  const connectionsMax = config.DATABASE_CONNECTIONS_MAX
  const db = openPostgres<BillingSchema>(config.DATABASE_URL, { connectionsMax, log })
  const checksDb = openPostgres<BillingSchema>(config.DATABASE_URL, {
    connectionsMax: 1,
    statementMsMax: checkMsMax,
    log,
  })
  const redis = openRedis(config.REDIS_URL, log)
  const payments = openQueue(paymentsQueue, redis, { log })
  const stripe = openStripe({
    secretKey: config.STRIPE_SECRET_KEY,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET,
    apiUrl: config.STRIPE_API_URL,
    invoice: config.CHECKOUT_INVOICE,
    taxId: config.CHECKOUT_TAX_ID,
    termsConsent: config.CHECKOUT_TERMS_CONSENT,
  })
  const close = async () => {
    await payments.close()
    redis.disconnect()
    await Promise.all([db.destroy(), checksDb.destroy()])
  }
  return { config, log, db, checksDb, redis, payments, stripe, lastCheck: { current: null }, close }
}
