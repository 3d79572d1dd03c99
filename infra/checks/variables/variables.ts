import { limitTable, type LimitName } from '@equerre/contract/limits'
import { limitWords } from '@equerre/words/en/limits'
import { filesystemShape, s3Shape, storageShape } from '@equerre/platform/config'
import type { z } from 'zod'
import { authShape, readAuthConfig } from '@equerre/auth/src/config.ts'
import { billingShape, readBillingConfig } from '@equerre/billing/src/config.ts'
import { gatewayShape, readGatewayConfig } from '@equerre/gateway/src/config.ts'
import { readVisionConfig, visionShape } from '@equerre/vision-worker/src/config.ts'
import { migrateShape, readMigrateConfig } from '@equerre/migrate/config.ts'

type Shape = Readonly<Record<string, z.ZodType>>
type Reader = { readonly shape: Shape; readonly read: (env: NodeJS.ProcessEnv) => unknown }

const storage = { ...storageShape, ...filesystemShape, ...s3Shape }

/** What each process reads from its environment beside the limits, and how. */
export const readers = {
  gateway: { shape: { ...gatewayShape, ...storage }, read: readGatewayConfig },
  auth: { shape: authShape, read: readAuthConfig },
  billing: { shape: billingShape, read: readBillingConfig },
  'vision-worker': { shape: { ...visionShape, ...storage }, read: readVisionConfig },
  migrate: { shape: migrateShape, read: readMigrateConfig },
} as const satisfies Record<string, Reader>

/** Where a default is the machine's, its number would say nothing. */
const machineDefaults = new Set(['WORKER_SLOTS', 'VISION_QUEUES'])

type Variable = {
  readonly name: string
  readonly readBy: readonly string[]
  /** Undefined when there is none. */
  readonly fallback: string | undefined
  readonly required: boolean
  readonly description: string
}

/** Every variable of every process, in the order in which they are declared. */
function listVariables(): Variable[] {
  const names = new Set(Object.values(readers).flatMap(({ shape }) => Object.keys(shape)))
  return [...names].map((name) => {
    const having = Object.entries<Reader>(readers).filter(([, { shape }]) => name in shape)
    const schema = having[0]![1].shape[name]!
    const absent = schema.safeParse(undefined)
    return {
      name,
      readBy: having.map(([process]) => process),
      fallback: machineDefaults.has(name) ? undefined : fallbackOf(name, having),
      required: !absent.success,
      description: schema.description ?? '',
    }
  })
}

/** The default of a variable; where processes have different ones, all of them. */
function fallbackOf(name: string, having: readonly (readonly [string, Reader])[]): string | undefined {
  const known = having.flatMap(([process, { shape }]) => {
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

/** The table of the operator's guide. */
export function renderVariableTable(): string {
  const rows = listVariables().map(({ name, readBy, fallback, required, description }) => {
    const value = required ? '**required**' : fallback === undefined ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${readBy.length === 5 ? 'all' : readBy.join(', ')} | ${value} | ${description} |`
  })
  const limits = limitRows().map(
    ({ variable, value, unit, label }) => `| \`${variable}\` | \`${value}\` | ${unit} | ${label} |`,
  )
  return [
    '| variable | read by | default | what it is |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'The limits, read by gateway, billing and vision-worker; what `GET /api/v1/limits` shows:',
    '',
    '| variable | default | unit | what it bounds |',
    '| --- | --- | --- | --- |',
    ...limits,
  ].join('\n')
}

/** What the compose file asks for beside the services' own variables: the stores that it starts. */
const composeVariables: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'Password of the database’s administrator, who only migrates',
  AUTH_DATABASE_PASSWORD:
    'Password of the role of auth; letters and digits, since it becomes part of an address',
  BILLING_DATABASE_PASSWORD: 'Password of the role of billing, likewise',
  GATEWAY_DATABASE_PASSWORD: 'Password of the role of the gateway, likewise',
  REDIS_PASSWORD:
    'Password of Redis’ administrator, whom no service is; letters and digits, like those that follow',
  REDIS_GATEWAY_PASSWORD: 'Password of Redis’ user for the gateway',
  REDIS_AUTH_PASSWORD: 'Password of Redis’ user for auth',
  REDIS_BILLING_PASSWORD: 'Password of Redis’ user for billing',
  REDIS_WORKER_PASSWORD: 'Password of Redis’ user for the workers, who reach their lanes only',
  MINIO_ROOT_USER: 'Name of the object storage’s administrator, whom no service is',
  MINIO_ROOT_PASSWORD: 'Its password, at least 8 characters',
  S3_WORKER_ACCESS_KEY_ID: 'Access key of the workers, who read files by their name and write artifacts only',
  S3_WORKER_SECRET_ACCESS_KEY: 'Its secret',
  BIND_ADDRESS: 'Where the gateway’s port is open: for the proxy on this machine, unless it stands elsewhere',
}

/**
 * The file to copy to `.env` for docker compose.
 * @param asked names that the compose file takes from the environment, with the defaults that it gives them
 * @param needed those of them without which it does not start
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
    '# Copy to .env and fill in what is empty; what stands behind # is the default. Written by `npm run variables`.\n',
    ...lines,
  ].join('\n')
}
