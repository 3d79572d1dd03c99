import { limitTable, type Limits } from '@equerre/contract/limits'
import { z } from 'zod'
import type { StorageSettings } from './storage.ts'

/** A start refused because of its environment; the message names every bad variable, one line each. */
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
  const parsed = z.object(shape).safeParse(dropEmpty(env))
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(lines.join('\n'))
}

/** Reads the table of limits; each value has the variable named there. */
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

const storageShape = {
  NODE_ENV: z.string().optional(),
  STORAGE: z.enum(['filesystem', 's3']).optional(),
}
const filesystemShape = { STORAGE_DIR: z.string() }
const s3Shape = {
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string(),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
  S3_FORCE_PATH_STYLE: z.stringbool().default(true),
}

/** Where objects lie. Production must say so itself when it wants the file system, which serves one machine only. */
export function readStorageSettings(env: NodeJS.ProcessEnv): StorageSettings {
  const { NODE_ENV, STORAGE } = readConfig(storageShape, env)
  if (STORAGE === undefined && NODE_ENV === 'production')
    throw new ConfigError('STORAGE: say s3, or filesystem for a single machine')
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
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  OPS_HOST: z.string().default('127.0.0.1'),
  /** The inner port of metrics and probes; there is none without it. */
  OPS_PORT: port.optional(),
  /** Where traces go: the address of an OpenTelemetry collector that takes OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
}
export type ServiceSettings = z.output<z.ZodObject<typeof serviceShape>>

/** Those of a service with an HTTP door; port 0 takes a free one. */
export const doorShape = {
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  /** How long the door stays open after the word to stop, until every load balancer has seen that this one leaves. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
}

export const secret = z.string().min(32, 'needs at least 32 characters')

function dropEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}
