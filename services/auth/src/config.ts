import {
  ConfigError,
  databaseShape,
  doorShape,
  internalShape,
  readConfig,
  redisShape,
  secret,
  serviceShape,
  serviceUrl,
} from '@equerre/platform/config'
import { z } from 'zod'

export type EncryptionKey = { readonly id: string; readonly bytes: Buffer }

/** `id:base64` of 32 bytes, several with commas: the first encrypts, all decrypt. */
const encryptionKeys = z.string().transform((text, issues): [EncryptionKey, ...EncryptionKey[]] => {
  const [first, ...rest] = text.split(',').map((entry) => {
    const [, id, base64] = /^([a-z0-9-]{1,20}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? []
    return id !== undefined && base64 !== undefined ? { id, bytes: Buffer.from(base64, 'base64') } : null
  })
  const read = [first, ...rest]
  if (first && rest.every((key) => key !== null) && new Set(read.map((key) => key?.id)).size === read.length)
    return [first, ...rest]
  issues.addIssue('needs id:base64 with 32 bytes, several with commas, each id once')
  return z.NEVER
})

export const authShape = {
  ...serviceShape,
  ...doorShape,
  ...databaseShape(10),
  ...redisShape,
  ...internalShape,
  KEY_PEPPER: secret.describe(
    'What API keys are hashed with: the same for gateway and auth; another one voids all keys',
  ),
  KEY_ENCRYPTION_KEYS: encryptionKeys.describe(
    'What the shown copy of API keys is encrypted with: `id:base64` of 32 bytes, several with commas, the first encrypts',
  ),
  GOOGLE_CLIENT_ID: z.string().describe('Google’s OAuth client'),
  GOOGLE_CLIENT_SECRET: z.string().describe('Its secret'),
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

/** @throws ConfigError, also in production for a provider in the clear: the local stand-in lets anybody be anybody */
export function readAuthConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = readConfig(authShape, env)
  const inTheClear = providerAddresses.filter((name) => !config[name].startsWith('https:'))
  if (config.NODE_ENV === 'production' && inTheClear.length > 0)
    throw new ConfigError(inTheClear.map((name) => `${name}: needs https in production`).join('\n'))
  return config
}
export type AuthConfig = ReturnType<typeof readAuthConfig>
