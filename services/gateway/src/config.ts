import { operatorVariables, type Operator, type OperatorDetail } from '@equerre/contract/operator'
import {
  ConfigError,
  databaseShape,
  doorShape,
  internalShape,
  readConfig,
  readLimits,
  readStorageSettings,
  redisShape,
  secret,
  serviceShape,
  serviceUrl,
} from '@equerre/platform/config'
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
  ...databaseShape(20),
  ...redisShape,
  ...internalShape,
  KEY_PEPPER: secret.describe(
    'What API keys are hashed with: the same for gateway and auth; another one voids all keys',
  ),
  ADDRESS_SIGNING_KEY: secret.describe(
    'Signs the addresses of results that are handed on; another one makes those in circulation worthless',
  ),
  AUTH_URL: serviceUrl.describe('Address of auth'),
  BILLING_URL: serviceUrl.describe('Address of billing'),
  WEB_DIR: z.string().describe('Folder of the built page; the image has it at `/app/web/dist`'),
  PUBLIC_URL: serviceUrl
    .optional()
    .describe('Address under which browsers see the service; production needs it, with https'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'Number of proxies in front whose X-Forwarded-For is believed; production needs one that speaks TLS',
    ),
  CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(100)
    .default(doorBounds.connectionsMax)
    .describe('Connections to the door; beyond it one that asks for nothing makes room, the oldest first'),
  HEAD_SECONDS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(doorBounds.headSecondsMax)
    .describe('How long the head of a request may take to arrive'),
  IDLE_SECONDS_MAX: z.coerce
    .number()
    .int()
    .min(30)
    .default(doorBounds.idleSecondsMax)
    .describe('How long nothing may pass on a connection, in either direction'),
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
 * Cookies are only as safe as the address that they are set for, and free credits and rates as the addresses of those who
 * ask. The gateway speaks no TLS, so whoever serves https has a proxy in front.
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

/** Whoever sells must say who they are: production does not start without, elsewhere the gaps are shown as gaps. */
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
