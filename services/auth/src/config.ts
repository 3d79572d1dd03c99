import {
  ConfigError,
  databaseShape,
  doorShape,
  internalShape,
  readConfig,
  readLimits,
  redisShape,
  secret,
  serviceShape,
  serviceUrl,
  stopShape,
} from '@equerre/platform/config'
import { encryptionKeys } from '@equerre/platform/key-ring'
import { z } from 'zod'

export const authShape = {
  ...serviceShape,
  ...doorShape,
  ...stopShape(40),
  ...databaseShape(10),
  ...redisShape,
  ...internalShape,
  KEY_PEPPER: secret.describe(
    'Secret that API keys are hashed with, the same for gateway and auth; changing it invalidates all keys',
  ),
  KEY_ENCRYPTION_KEYS: encryptionKeys.describe(
    'Keys that encrypt the copies of API keys that users can view: `id:base64` of 32 bytes, comma-separated; the first encrypts, all decrypt',
  ),
  GOOGLE_CLIENT_ID: z.string().describe('ID of the OAuth client at Google'),
  GOOGLE_CLIENT_SECRET: z.string().describe('Secret of the OAuth client'),
  GOOGLE_AUTHORIZATION_URL: serviceUrl
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('Another provider’s address, for tests'),
  GOOGLE_TOKEN_URL: serviceUrl
    .default('https://oauth2.googleapis.com/token')
    .describe('Another provider’s address, for tests'),
  GOOGLE_USERINFO_URL: serviceUrl
    .default('https://openidconnect.googleapis.com/v1/userinfo')
    .describe('Another provider’s address, for tests'),
}

const providerAddresses = ['GOOGLE_AUTHORIZATION_URL', 'GOOGLE_TOKEN_URL', 'GOOGLE_USERINFO_URL'] as const

/** @throws ConfigError, in production also for a provider over plain HTTP: the local stand-in lets anyone sign in as anyone */
export function readAuthConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = { ...readConfig(authShape, env), limits: readLimits(env) }
  const inTheClear = providerAddresses.filter((name) => !config[name].startsWith('https:'))
  if (config.NODE_ENV === 'production' && inTheClear.length > 0)
    throw new ConfigError(inTheClear.map((name) => `${name}: needs https in production`).join('\n'))
  return config
}
export type AuthConfig = ReturnType<typeof readAuthConfig>
