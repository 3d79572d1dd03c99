import { readConfig } from '@equerre/platform/config'
import { z } from 'zod'

const address = z
  .url()
  .refine(
    (url) => URL.parse(url)?.password !== '',
    'needs an address with the password that its role is given',
  )

export const migrateShape = {
  ADMIN_DATABASE_URL: z
    .url()
    .describe('Administrator’s address of the database: makes the roles and the schemas'),
  AUTH_DATABASE_URL: address.describe('The address that auth gets as DATABASE_URL'),
  BILLING_DATABASE_URL: address.describe('The address that billing gets as DATABASE_URL'),
  GATEWAY_DATABASE_URL: address.describe('The address that the gateway gets as DATABASE_URL'),
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
