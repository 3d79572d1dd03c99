import { limitTable, type Limits } from '@equerre/contract/limits'
import { z } from 'zod'
import { encryptionKeys } from './key-ring.ts'
import type { StorageSettings } from './storage.ts'

/** The environment does not allow a start; the message names every bad variable, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError' as const
}

/**
 * Reads settings from the environment.
 * @param shape one zod schema per variable, under the variable's own name
 * @throws ConfigError naming every variable that is missing or malformed, never its value
 */
export function readConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.output<z.ZodObject<Shape>> {
  const given = dropEmpty(env)
  const parsed = z.object(shape).safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path: [name], message }) =>
    given[String(name)] === undefined ? `${String(name)}: is missing` : `${String(name)}: ${message}`,
  )
  throw new ConfigError([...new Set(lines)].join('\n'))
}

/** Reads the limits, each from the variable that its table names. */
export function readLimits(env: NodeJS.ProcessEnv): Limits {
  const shape = Object.fromEntries(
    Object.values(limitTable).map(({ variable, value }) => [
      variable,
      z.coerce.number().int().nonnegative().default(value),
    ]),
  )
  const values = readConfig(shape, env)
  return Object.fromEntries(
    Object.entries(limitTable).map(([name, { variable }]) => [name, values[variable]]),
  ) as Limits
}

const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'needs an address that begins with http:// or https://',
})

/** Selects the storage driver; each driver's own variables are below. */
export const storageShape = {
  STORAGE: z
    .enum(['filesystem', 's3'])
    .optional()
    .describe('`s3`, or `filesystem` for a single machine; required in production'),
}
export const filesystemShape = {
  STORAGE_DIR: z.string().describe('With `STORAGE=filesystem`: the folder that gateway and workers share'),
}
export const s3Shape = {
  S3_ENDPOINT: httpUrl.optional().describe('Address of the object storage; leave empty for Amazon S3'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket'),
  S3_BUCKET: z.string().describe('Name of the bucket, which must exist'),
  S3_ACCESS_KEY_ID: z
    .string()
    .describe(
      'Access key: the gateway’s may read, write, list and delete in this bucket, the workers’ may read, and write artifacts',
    ),
  S3_SECRET_ACCESS_KEY: z.string().describe('Secret of the access key'),
  S3_FORCE_PATH_STYLE: z
    .stringbool()
    .default(true)
    .describe('Whether addresses have the bucket in their path; `false` for Amazon S3'),
}

/** In production the file system, which serves one machine only, must be chosen explicitly. */
export function readStorageSettings(env: NodeJS.ProcessEnv): StorageSettings {
  const { STORAGE } = readConfig(storageShape, env)
  if (STORAGE === undefined && env['NODE_ENV'] === 'production')
    throw new ConfigError('STORAGE: must be s3, or filesystem for a single machine')
  if (STORAGE !== 's3') return { driver: 'filesystem', dir: readConfig(filesystemShape, env).STORAGE_DIR }
  const s3 = readConfig(s3Shape, env)
  return {
    driver: 's3',
    ...(s3.S3_ENDPOINT === undefined ? {} : { endpoint: s3.S3_ENDPOINT }),
    region: s3.S3_REGION,
    bucket: s3.S3_BUCKET,
    accessKeyId: s3.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    forcePathStyle: s3.S3_FORCE_PATH_STYLE,
  }
}

const port = z.coerce.number().int().min(0).max(65_535)

/** The variables that every service reads. */
export const serviceShape = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses stand-ins, and sets HSTS and secure cookies'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .describe('Minimum level of the records that are logged'),
  OPS_HOST: z.string().default('127.0.0.1').describe('Address that the internal port listens on'),
  OPS_PORT: port.optional().describe('Internal port for metrics and probes; not opened if unset'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe('OpenTelemetry collector that accepts OTLP over HTTP; no traces if unset'),
}
export type ServiceSettings = z.output<z.ZodObject<typeof serviceShape>>

/** For services that take payments or show the page. */
export const stageShape = {
  STAGE: z
    .enum(['production', 'staging'])
    .default('production')
    .describe(
      'With `NODE_ENV=production`: `staging` accepts only Stripe’s test keys, says so on every page except the reference, and is not indexed',
    ),
}

/** @param seconds longer than what the service has in progress usually takes, shorter than its supervisor's patience */
export const stopShape = (seconds: number) => ({
  STOP_SECONDS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(seconds)
    .describe(
      'How long the process may take to stop after SIGTERM and `DRAIN_SECONDS`; then it ends, whatever hangs. Both together less than the supervisor’s grace period',
    ),
})

/** For a service with an HTTP server; port 0 picks a free one. */
export const doorShape = {
  HOST: z.string().default('127.0.0.1').describe('Address that the HTTP server listens on'),
  PORT: port.describe('Port of the HTTP server'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe(
      'How long the server keeps answering after SIGTERM, so that every load balancer sees `/readyz` fail',
    ),
}

export const secret = z.string().min(32, 'needs at least 32 characters')

/** Address of another of our services, or of anything else that speaks HTTP. */
export const serviceUrl = httpUrl

export const redisShape = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'needs an address that begins with redis:// or rediss://' })
    .describe(
      'Redis, with the service’s own user; it must run with `maxmemory-policy noeviction` and should keep an append-only file',
    ),
}

/** @param connections default size of a process's pool */
export const databaseShape = (connections: number) => ({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'needs an address that begins with postgres://' })
    .describe('Postgres, with the service’s own role; not through a pooler in transaction mode'),
  DATABASE_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .default(connections)
    .describe('Maximum number of connections per process'),
})

/** How the internal services authenticate to each other. */
export const internalShape = {
  INTERNAL_TOKEN: secret.describe(
    'Bearer token of the internal network: the same for gateway, auth and billing',
  ),
}

/** Gateway and workers have the same: one seals the passwords of PDFs, the other opens them. */
export const passwordShape = {
  PDF_PASSWORD_KEYS: encryptionKeys.describe(
    'Keys that the passwords of PDFs are sealed with, the same for gateway and workers: `id:base64` of 32 bytes, comma-separated; the first encrypts, all decrypt',
  ),
}

/** Gateway and courier have the same: one seals the addresses of files to fetch, the other opens them. */
export const courierShape = {
  COURIER_KEYS: encryptionKeys.describe(
    'Keys that addresses from outside are sealed with, the same for gateway and courier: in the form of `PDF_PASSWORD_KEYS`',
  ),
}

/** Names of settings that hold a credential, wherever they are in a configuration. */
const secretName = /(SECRET|TOKEN|PEPPER|PASSWORD|KEYS?|secretAccessKey)$/

/**
 * The credentials among a service's settings: those recognised by their name, and passwords in addresses,
 * both as written and decoded. The log removes them from every line.
 */
export function secretsOf(config: object): string[] {
  return Object.entries(config).flatMap(([name, value]: [string, unknown]) => {
    if (value instanceof Uint8Array) return [Buffer.from(value).toString('base64')]
    if (typeof value === 'object' && value !== null) return secretsOf(value)
    if (typeof value !== 'string') return []
    const { password = '' } = URL.parse(value) ?? {}
    return [
      ...(secretName.test(name) ? [value] : []),
      ...(password ? [password, decodeURIComponent(password)] : []),
    ]
  })
}

function dropEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}
