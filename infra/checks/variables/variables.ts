import { limitTable, type LimitName } from '@equerre/contract/limits'
import { limitWords } from '@equerre/words/en/limits'
import { filesystemShape, s3Shape, storageShape } from '@equerre/platform/config'
import type { z } from 'zod'
import { authShape, readAuthConfig } from '@equerre/auth/src/config.ts'
import { billingShape, readBillingConfig } from '@equerre/billing/src/config.ts'
import { courierOwnShape, readCourierConfig } from '@equerre/courier/src/config.ts'
import { gatewayShape, readGatewayConfig } from '@equerre/gateway/src/config.ts'
import { readVisionConfig, visionShape } from '@equerre/vision-worker/src/config.ts'
import { migrateShape, readMigrateConfig } from '@equerre/migrate/config.ts'

type Shape = Readonly<Record<string, z.ZodType>>
type Reader = { readonly shape: Shape; readonly read: (env: NodeJS.ProcessEnv) => unknown }

const storage = { ...storageShape, ...filesystemShape, ...s3Shape }

/** The variables that each process reads besides the limits, and its reader. */
export const readers = {
  gateway: { shape: { ...gatewayShape, ...storage }, read: readGatewayConfig },
  auth: { shape: authShape, read: readAuthConfig },
  billing: { shape: billingShape, read: readBillingConfig },
  courier: { shape: { ...courierOwnShape, ...storage }, read: readCourierConfig },
  'vision-worker': { shape: { ...visionShape, ...storage }, read: readVisionConfig },
  migrate: { shape: migrateShape, read: readMigrateConfig },
} as const satisfies Record<string, Reader>

/** Defaults that depend on the machine, so a number would be meaningless. */
const machineDefaults = new Set(['WORKER_SLOTS', 'VISION_QUEUES'])

type Variable = {
  readonly name: string
  readonly readBy: readonly string[]
  /** Undefined without a default. */
  readonly fallback: string | undefined
  readonly required: boolean
  readonly description: string
}

/** Every variable of every process, in order of declaration. */
function listVariables(): Variable[] {
  const names = new Set(Object.values(readers).flatMap(({ shape }) => Object.keys(shape)))
  return [...names].map((name) => {
    const declaring = Object.entries<Reader>(readers).filter(([, { shape }]) => name in shape)
    const schema = declaring[0]![1].shape[name]!
    const absent = schema.safeParse(undefined)
    return {
      name,
      readBy: declaring.map(([process]) => process),
      fallback: machineDefaults.has(name) ? undefined : fallbackOf(name, declaring),
      required: !absent.success,
      description: schema.description ?? '',
    }
  })
}

/** A variable's default; if processes have different ones, all of them. */
function fallbackOf(name: string, declaring: readonly (readonly [string, Reader])[]): string | undefined {
  const known = declaring.flatMap(([process, { shape }]) => {
    const absent = shape[name]!.safeParse(undefined)
    return absent.success && absent.data !== undefined ? [{ process, value: String(absent.data) }] : []
  })
  const values = new Set(known.map(({ value }) => value))
  if (values.size < 2) return known[0]?.value
  return known.map(({ process, value }) => `${value} (${process})`).join(', ')
}

function limitRows() {
  return (Object.keys(limitTable) as LimitName[]).map((name) => {
    const { variable, value, unit } = limitTable[name]
    return { variable, value, unit: limitWords.units[unit], label: limitWords.labels[name] }
  })
}

/** The table in the operator's guide. */
export function renderVariableTable(): string {
  const rows = listVariables().map(({ name, readBy, fallback, required, description }) => {
    const value = required ? '**required**' : fallback === undefined ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${readBy.length === Object.keys(readers).length ? 'all' : readBy.join(', ')} | ${value} | ${description} |`
  })
  const limits = limitRows().map(
    ({ variable, value, unit, label }) => `| \`${variable}\` | \`${value}\` | ${unit} | ${label} |`,
  )
  return [
    '| variable | read by | default | what it is |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'The limits, read by gateway, auth, billing, courier and vision-worker and published by `GET /api/v1/limits`:',
    '',
    '| variable | default | unit | what it bounds |',
    '| --- | --- | --- | --- |',
    ...limits,
  ].join('\n')
}

/** Variables that the compose file needs besides the services' own: for the stores that it starts. */
const composeVariables: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'Password of the database administrator, used only by migrations',
  AUTH_DATABASE_PASSWORD:
    'Password of the role of auth; letters and digits only, since it becomes part of an address',
  BILLING_DATABASE_PASSWORD: 'Password of the role of billing; letters and digits only',
  GATEWAY_DATABASE_PASSWORD: 'Password of the role of the gateway; letters and digits only',
  REDIS_PASSWORD:
    'Password of the Redis administrator, which no service uses; letters and digits only, as for those below',
  REDIS_GATEWAY_PASSWORD: 'Password of the Redis user of the gateway',
  REDIS_AUTH_PASSWORD: 'Password of the Redis user of auth',
  REDIS_BILLING_PASSWORD: 'Password of the Redis user of billing',
  REDIS_WORKER_PASSWORD: 'Password of the Redis user of the workers, which can access only their lanes',
  REDIS_COURIER_PASSWORD: 'Password of the Redis user of the courier, which can access only its queues',
  S3_ADMIN_ACCESS_KEY_ID: 'Name of the object storage’s administrator, which no service uses',
  S3_ADMIN_SECRET_ACCESS_KEY:
    'Password of this administrator; letters and digits only, as for the secrets below',
  S3_WORKER_ACCESS_KEY_ID: 'Access key of the workers, which can read files by name and write only artifacts',
  S3_WORKER_SECRET_ACCESS_KEY: 'Secret of the workers’ access key',
  S3_COURIER_ACCESS_KEY_ID: 'Access key of the courier, which can only write the originals of files',
  S3_COURIER_SECRET_ACCESS_KEY: 'Secret of the courier’s access key',
  BIND_ADDRESS:
    'Address that the gateway’s port is published on; by default, only a proxy on this machine can reach it',
  WORKER_MEMORY:
    'Memory limit of each vision-worker: 4g for two WORKER_SLOTS, 768 MiB more for each further one',
}

/**
 * The file to copy to `.env` for docker compose.
 * @param asked names that the compose file takes from the environment, with its defaults
 * @param needed those of them that it cannot start without
 */
export function renderEnvExample(
  asked: ReadonlyMap<string, string | undefined>,
  needed: ReadonlySet<string>,
): string {
  const described = [
    ...Object.entries(composeVariables).map(([name, description]) => ({ name, description, fallback: '' })),
    ...listVariables(),
    ...limitRows().map(({ variable: name, label, unit, value }) => ({
      name,
      description: `${label} (${unit})`,
      fallback: String(value),
    })),
  ].filter(({ name }) => asked.has(name))
  const lines = described.map(
    ({ name, description, fallback }) =>
      `# ${description}\n${needed.has(name) ? `${name}=` : `# ${name}=${asked.get(name) ?? fallback ?? ''}`}\n`,
  )
  return [
    '# Copy to .env and fill in the empty values; commented lines show the defaults. Generated by `npm run variables`.\n',
    ...lines,
  ].join('\n')
}
