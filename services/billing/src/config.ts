import {
  ConfigError,
  doorShape,
  readConfig,
  readLimits,
  secret,
  serviceShape,
} from '@equerre/platform/config'
import { z } from 'zod'

const shape = {
  ...serviceShape,
  ...doorShape,
  DATABASE_URL: z.url(),
  DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(1).default(10),
  REDIS_URL: z.url(),
  INTERNAL_TOKEN: secret,
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  // Another address than Stripe's own, for the stand-in.
  STRIPE_API_URL: z.url().optional(),
  CHECKOUT_INVOICE: z.stringbool().default(true),
  CHECKOUT_TAX_ID: z.stringbool().default(true),
  RECONCILE_SECONDS: z.coerce.number().int().min(1).default(600),
  // Stripe shows the box only when its dashboard knows the address of the terms.
  CHECKOUT_TERMS_CONSENT: z.stringbool().default(false),
}

/** @throws ConfigError, in production also for anything but Stripe itself with its live keys */
export function readBillingConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = { ...readConfig(shape, env), limits: readLimits(env) }
  if (config.NODE_ENV === 'production') refuseStandIn(config)
  return config
}
export type BillingConfig = ReturnType<typeof readBillingConfig>

function refuseStandIn(config: {
  STRIPE_SECRET_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  STRIPE_API_URL?: string | undefined
}): void {
  const complaints = [
    ...(/^(sk|rk)_live_\w{8}/.test(config.STRIPE_SECRET_KEY) ? [] : ['STRIPE_SECRET_KEY: needs a live key']),
    ...(/^whsec_\w{8}/.test(config.STRIPE_WEBHOOK_SECRET)
      ? []
      : ['STRIPE_WEBHOOK_SECRET: needs Stripe’s secret']),
    ...(config.STRIPE_API_URL === undefined ? [] : ['STRIPE_API_URL: production pays at Stripe only']),
  ]
  if (complaints.length > 0) throw new ConfigError(complaints.join('\n'))
}
