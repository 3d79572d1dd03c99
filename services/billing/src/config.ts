import {
  ConfigError,
  databaseShape,
  doorShape,
  internalShape,
  readConfig,
  readLimits,
  redisShape,
  serviceShape,
  serviceUrl,
  stageShape,
  stopShape,
} from '@equerre/platform/config'
import { z } from 'zod'

export const billingShape = {
  ...serviceShape,
  ...stageShape,
  ...doorShape,
  ...stopShape(40),
  ...databaseShape(10),
  ...redisShape,
  ...internalShape,
  STRIPE_SECRET_KEY: z
    .string()
    .describe('Stripe’s secret key; production accepts only a live one, staging only a test key'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .describe('Secret that Stripe signs its webhooks to `/api/stripe/webhook` with'),
  STRIPE_API_URL: serviceUrl.optional().describe('Address to use instead of Stripe’s own, for the stand-in'),
  CHECKOUT_INVOICE: z.stringbool().default(true).describe('Whether Stripe issues an invoice'),
  CHECKOUT_TAX_ID: z
    .stringbool()
    .default(true)
    .describe('Whether Stripe asks companies for their VAT number'),
  RECONCILE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(600)
    .describe('How often Stripe is asked for payments that no webhook has reported'),
  CHECKOUT_TERMS_CONSENT: z
    .stringbool()
    .default(false)
    .describe('Whether Stripe shows a checkbox for the terms; their address must be set in its dashboard'),
}

/** @throws ConfigError, in production also for anything other than Stripe itself with the stage's keys */
export function readBillingConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = { ...readConfig(billingShape, env), limits: readLimits(env) }
  if (config.NODE_ENV === 'production') refuseStandIn(config)
  return config
}
export type BillingConfig = ReturnType<typeof readBillingConfig>

const stripeKeys = {
  production: { name: 'live', pattern: /^(sk|rk)_live_\w{8}/ },
  // A live key would take real money from people who are told that it does not.
  staging: { name: 'test', pattern: /^(sk|rk)_test_\w{8}/ },
} as const

function refuseStandIn(config: {
  STAGE: 'production' | 'staging'
  STRIPE_SECRET_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  STRIPE_API_URL?: string | undefined
}): void {
  const key = stripeKeys[config.STAGE]
  const complaints = [
    ...(key.pattern.test(config.STRIPE_SECRET_KEY) ? [] : [`STRIPE_SECRET_KEY: needs a ${key.name} key`]),
    ...(/^whsec_\w{8}/.test(config.STRIPE_WEBHOOK_SECRET)
      ? []
      : ['STRIPE_WEBHOOK_SECRET: needs a secret from Stripe (whsec_…)']),
    ...(config.STRIPE_API_URL === undefined ? [] : ['STRIPE_API_URL: production allows only Stripe itself']),
  ]
  if (complaints.length > 0) throw new ConfigError(complaints.join('\n'))
}
