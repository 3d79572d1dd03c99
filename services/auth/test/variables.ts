import { randomBytes } from 'node:crypto'

const masterKey = randomBytes(32).toString('base64')

/** What auth needs to start except its database. Nothing listens at the Redis address, and Google’s credentials are fake. */
export const testVariables = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'fatal',
  PORT: '0',
  REDIS_URL: 'redis://127.0.0.1:1',
  INTERNAL_TOKEN: randomBytes(32).toString('hex'),
  KEY_PEPPER: randomBytes(32).toString('hex'),
  KEY_ENCRYPTION_KEYS: `first:${masterKey}`,
  GOOGLE_CLIENT_ID: 'test',
  GOOGLE_CLIENT_SECRET: 'test',
}
