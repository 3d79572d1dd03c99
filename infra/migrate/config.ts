import { readConfig } from '@equerre/platform/config'
import { z } from 'zod'

const address = z
  .url()
  .refine(
    (url) => URL.parse(url)?.password !== '',
    'needs an address that contains the password for its role',
  )

export const migrateShape = {
  ADMIN_DATABASE_URL: z.url().describe('Postgres, as the administrator, who creates the roles and schemas'),
  AUTH_DATABASE_URL: address.describe('DATABASE_URL of auth'),
  BILLING_DATABASE_URL: address.describe('DATABASE_URL of billing'),
  GATEWAY_DATABASE_URL: address.describe('DATABASE_URL of the gateway'),
}

export function readMigrateConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = readConfig(migrateShape, env)
  return {
    adminUrl: config.ADMIN_DATABASE_URL,
    urls: {
      auth: config.AUTH_DATABASE_URL,
      billing: config.BILLING_DATABASE_URL,
      gateway: config.GATEWAY_DATABASE_URL,
    },
  }
}
