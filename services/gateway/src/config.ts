import { operatorVariables, type Operator, type OperatorDetail } from '@equerre/contract/operator'
import {
  ConfigError,
  courierShape,
  databaseShape,
  doorShape,
  internalShape,
  passwordShape,
  readConfig,
  readLimits,
  readStorageSettings,
  redisShape,
  secret,
  serviceShape,
  serviceUrl,
  stageShape,
  stopShape,
} from '@equerre/platform/config'
import { encryptionKeys } from '@equerre/platform/key-ring'
import { doorBounds } from '@equerre/platform/http'
import { operatorWords } from '@equerre/words/en/operator'
import { z } from 'zod'

const operatorEntries = Object.entries(operatorVariables) as [OperatorDetail, string][]
const operatorShape: Readonly<Record<string, z.ZodOptional<z.ZodString>>> = Object.fromEntries(
  operatorEntries.map(([name, variable]) => [
    variable,
    z.string().optional().describe(`For the legal pages, required in production: ${operatorWords[name]}`),
  ]),
)

export const gatewayShape = {
  ...serviceShape,
  ...doorShape,
  ...stopShape(100),
  ...databaseShape(20),
  ...redisShape,
  ...internalShape,
  ...passwordShape,
  ...courierShape,
  KEY_PEPPER: secret.describe(
    'Secret that API keys are hashed with, the same for gateway and auth; changing it invalidates all keys',
  ),
  ADDRESS_SIGNING_KEY: secret.describe(
    'Signs the result addresses that clients receive; changing it invalidates those already handed out',
  ),
  AUTH_URL: serviceUrl.describe('Address of auth'),
  BILLING_URL: serviceUrl.describe('Address of billing'),
  WEB_DIR: z.string().describe('Folder of the built page; `/app/web/dist` in the image'),
  PUBLIC_URL: serviceUrl
    .optional()
    .describe('Address at which browsers reach the service; required in production, with https'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'Number of proxies in front whose X-Forwarded-For is trusted; production needs at least one, with TLS',
    ),
  CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(100)
    .default(doorBounds.connectionsMax)
    .describe(
      'Maximum number of client connections; beyond it, the one that has been idle longest is closed',
    ),
  HEAD_SECONDS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(doorBounds.headSecondsMax)
    .describe('How long the headers of a request may take to arrive'),
  IDLE_SECONDS_MAX: z.coerce
    .number()
    .int()
    .min(30)
    .default(doorBounds.idleSecondsMax)
    .describe('How long a connection may stay silent in both directions'),
  READING: z
    .stringbool()
    .default(true)
    .describe(
      'Whether text is read and pages are assembled; `false` while processes of a release that can do neither are running',
    ),
  FETCHING: z
    .stringbool()
    // Off unless somebody says so: gateways of the former release, beside which this one may start, would lose what is to be fetched.
    .default(false)
    .describe(
      'Whether files are fetched from addresses: `true` once there is a courier, and no gateway of a release that has none is running',
    ),
  BATCHES: z
    .stringbool()
    // Off unless somebody says so, like what is fetched.
    .default(false)
    .describe(
      'Whether batches are accepted and worked on: `true` once no process of a release that knows of none is running',
    ),
  WEBHOOK_SECRET_KEYS: encryptionKeys
    .optional()
    .describe(
      'Keys that the secrets of webhooks are sealed with: `id:base64` of 32 bytes, comma-separated; the first encrypts, all decrypt. Without it nobody is called: leave it out while processes of a release that tells nobody are running',
    ),
  ...stageShape,
  ...operatorShape,
}

export function readGatewayConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = readConfig(gatewayShape, env)
  if (config.NODE_ENV === 'production') refuseOpenDoor(config)
  return {
    ...config,
    operator: readOperator(env),
    limits: readLimits(env),
    storage: readStorageSettings(env),
  }
}

/**
 * Cookies are only as safe as the address they are set for, and limits on free credits and rates only as the clients' addresses.
 * The gateway itself has no TLS, so https means that there is a proxy in front.
 */
function refuseOpenDoor({ PUBLIC_URL, TRUST_PROXY }: z.output<z.ZodObject<typeof gatewayShape>>): void {
  const reasons = [
    ...(PUBLIC_URL?.startsWith('https:')
      ? []
      : ['PUBLIC_URL: production needs the https address of the service']),
    ...(TRUST_PROXY > 0 ? [] : ['TRUST_PROXY: production needs the number of proxies in front, 1 or more']),
  ]
  if (reasons.length > 0) throw new ConfigError(reasons.join('\n'))
}

/** Sellers must identify themselves: production does not start without these details; elsewhere the page shows the gaps. */
function readOperator(env: NodeJS.ProcessEnv): Operator {
  const variables = Object.values(operatorVariables)
  const shape = env['NODE_ENV'] === 'production' ? requiredShape(variables) : operatorShape
  const values = readConfig<z.ZodRawShape>(shape, env)
  return Object.fromEntries(
    operatorEntries.map(([name, variable]) => [name, values[variable] ?? null]),
  ) as Operator
}

function requiredShape(variables: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(variables.map((variable) => [variable, z.string()]))
}
export type GatewayConfig = ReturnType<typeof readGatewayConfig>
