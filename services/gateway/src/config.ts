import {
  databaseShape,
  doorShape,
  innerShape,
  readConfig,
  readLimits,
  readStorageSettings,
  redisShape,
  secret,
  serviceShape,
  serviceUrl,
} from '@equerre/platform/config'
import { z } from 'zod'

export const gatewayShape = {
  ...serviceShape,
  ...doorShape,
  ...databaseShape(20),
  ...redisShape,
  ...innerShape,
  KEY_PEPPER: secret.describe(
    'What API keys are hashed with: the same for gateway and auth; another one voids all keys',
  ),
  ADDRESS_SIGNING_KEY: secret.describe(
    'Signs the addresses of results that are handed on; another one makes those in circulation worthless',
  ),
  AUTH_URL: serviceUrl.describe('Address of auth'),
  BILLING_URL: serviceUrl.describe('Address of billing'),
  WEB_DIR: z.string().describe('Folder of the built page; the image has it at `/app/web/dist`'),
  PUBLIC_URL: serviceUrl.optional().describe('Address under which browsers see the service'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Number of proxies in front whose X-Forwarded-For is believed'),
}

export function readGatewayConfig(env: NodeJS.ProcessEnv = process.env) {
  return { ...readConfig(gatewayShape, env), limits: readLimits(env), storage: readStorageSettings(env) }
}
export type GatewayConfig = ReturnType<typeof readGatewayConfig>
