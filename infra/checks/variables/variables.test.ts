import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { readers } from './variables.ts'
import { cloneFolder } from '@equerre/local/tools'

type Env = Readonly<Record<string, string>>

const long = 'x'.repeat(32)
const address = 'postgres://role:password@127.0.0.1:1/equerre'
/** A valid environment; each process is given the variables it reads. */
const sound: Env = {
  PORT: '0',
  DATABASE_URL: address,
  REDIS_URL: 'redis://127.0.0.1:1',
  INTERNAL_TOKEN: long,
  KEY_PEPPER: long,
  ADDRESS_SIGNING_KEY: long,
  KEY_ENCRYPTION_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  PDF_PASSWORD_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  COURIER_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  AUTH_URL: 'http://127.0.0.1:1',
  BILLING_URL: 'http://127.0.0.1:1',
  WEB_DIR: '.',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STORAGE: 's3',
  STORAGE_DIR: '.',
  S3_BUCKET: 'bucket',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  ADMIN_DATABASE_URL: address,
  AUTH_DATABASE_URL: address,
  BILLING_DATABASE_URL: address,
  GATEWAY_DATABASE_URL: address,
}
/** At least one of these is malformed for every variable that has a format. */
const nonsense = ['nonsense', '-1']

const processes = Object.entries(readers).map(([name, { shape, read }]) => {
  const schemas = Object.entries<z.ZodType>(shape)
  const env: Env = Object.fromEntries(Object.entries(sound).filter(([variable]) => variable in shape))
  const required = schemas
    .filter(([variable, schema]) => !schema.safeParse(undefined).success && variable !== 'STORAGE_DIR')
    .map(([variable]) => variable)
  const malformed = schemas.flatMap(([variable, schema]) => {
    const value = nonsense.find((text) => !schema.safeParse(text).success)
    return value === undefined ? [] : [[variable, value] as const]
  })
  return { name, read: read as (env: Env) => unknown, env, required, malformed }
})

describe.each(processes)('$name', ({ name, read, env, required, malformed }) => {
  it('starts with the required variables', () => {
    expect(() => read(env)).not.toThrow()
  })

  it.each(required)('refuses to start without %s, in one line that names it', (variable) => {
    const { [variable]: _gone, ...rest } = env
    expect(() => read(rest)).toThrow(new RegExp(`^${variable}: is missing$`))
    expect(() => read({ ...env, [variable]: '' })).toThrow(new RegExp(`^${variable}: is missing$`))
  })

  it.each(malformed)(
    'refuses a malformed %s, in one line that names it and not its value',
    (variable, value) => {
      expect(() => read({ ...env, [variable]: value })).toThrow(new RegExp(`^${variable}: (?!.*nonsense).+$`))
    },
  )

  it('exits at once if something is missing, with one line per variable', () => {
    const main = name === 'migrate' ? 'infra/migrate/main.ts' : `services/${name}/src/main.ts`
    const env = { STORAGE: 's3' }
    const { status, stderr, stdout } = spawnSync(process.execPath, [path.join(cloneFolder, main)], {
      env,
      encoding: 'utf8',
    })
    expect(status).toBe(78)
    expect(stdout).toBe('')
    const [head, ...lines] = stderr.trimEnd().split('\n')
    expect(head).toBe('configuration refused:')
    // The storage is read only if the rest is valid.
    const first = required.filter((variable) => !variable.startsWith('S3_'))
    expect(lines).toEqual(first.map((variable) => `${variable}: is missing`))
  })
})
