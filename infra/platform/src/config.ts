import { limitTable, type Limits } from '@equerre/contract/limits'
import { z } from 'zod'

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

/** The storage driver's variables, for every service that touches objects. */
export const storageShape = {
  STORAGE: z.enum(['filesystem', 's3']).optional(),
  STORAGE_DIR: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.stringbool().default(true),
}

/** The variables that every service reads. */
export const serviceShape = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
}

/** Those of a service with an HTTP door; port 0 takes a free one. */
export const doorShape = {
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
}

export const secret = z.string().min(32, 'needs at least 32 characters')

function dropEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}
