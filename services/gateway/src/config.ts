import {
  doorShape,
  readConfig,
  readLimits,
  readStorageSettings,
  secret,
  serviceShape,
} from '@equerre/platform/config'
import { z } from 'zod'

const shape = {
  ...serviceShape,
  ...doorShape,
  DATABASE_URL: z.url(),
  DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(2).default(20),
  REDIS_URL: z.url(),
  INTERNAL_TOKEN: secret,
  KEY_PEPPER: secret,
  // Signs the addresses of results that are handed on; another one makes those in circulation worthless.
  ADDRESS_SIGNING_KEY: secret,
  AUTH_URL: z.url(),
  BILLING_URL: z.url(),
  WEB_DIR: z.string(),
  PUBLIC_URL: z.url().optional(),
  // The number of proxies in front whose X-Forwarded-For is believed.
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
}

export function readGatewayConfig(env: NodeJS.ProcessEnv = process.env) {
  return { ...readConfig(shape, env), limits: readLimits(env), storage: readStorageSettings(env) }
}
export type GatewayConfig = ReturnType<typeof readGatewayConfig>
