import { ConfigError, doorShape, readConfig, secret, serviceShape } from '@equerre/platform/config'
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

const shape = {
  ...serviceShape,
  ...doorShape,
  DATABASE_URL: z.url(),
  DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(1).default(10),
  REDIS_URL: z.url(),
  INTERNAL_TOKEN: secret,
  KEY_PEPPER: secret,
  KEY_ENCRYPTION_KEYS: encryptionKeys,
  GOOGLE_CLIENT_ID: z.string(),
  GOOGLE_CLIENT_SECRET: z.string(),
  GOOGLE_AUTHORIZATION_URL: z.url().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  GOOGLE_USERINFO_URL: z.url().default('https://openidconnect.googleapis.com/v1/userinfo'),
}

const providerAddresses = ['GOOGLE_AUTHORIZATION_URL', 'GOOGLE_TOKEN_URL', 'GOOGLE_USERINFO_URL'] as const

/** @throws ConfigError, also in production for a provider in the clear: the local stand-in lets anybody be anybody */
export function readAuthConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = readConfig(shape, env)
  const inTheClear = providerAddresses.filter((name) => !config[name].startsWith('https:'))
  if (config.NODE_ENV === 'production' && inTheClear.length > 0)
    throw new ConfigError(inTheClear.map((name) => `${name}: needs https in production`).join('\n'))
  return config
}
export type AuthConfig = ReturnType<typeof readAuthConfig>
