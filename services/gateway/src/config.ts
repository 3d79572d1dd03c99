import { operatorDetails, type Operator } from '@equerre/contract/operator'
import {
  databaseShape,
  doorShape,
  innerShape,
  readConfig,
  readLimits,
  readStorageSettings,
  redisShape,
  secret,
  serviceShape,
  serviceUrl,
} from '@equerre/platform/config'
import { z } from 'zod'

const operatorShape: Readonly<Record<string, z.ZodOptional<z.ZodString>>> = Object.fromEntries(
  Object.values(operatorDetails).map(({ variable, label }) => [
    variable,
    z.string().optional().describe(`For the legal pages, required in production: ${label}`),
  ]),
)

export const gatewayShape = {
  ...serviceShape,
  ...doorShape,
  ...databaseShape(20),
  ...redisShape,
  ...innerShape,
  KEY_PEPPER: secret.describe(
    'What API keys are hashed with: the same for gateway and auth; another one voids all keys',
  ),
  ADDRESS_SIGNING_KEY: secret.describe(
    'Signs the addresses of results that are handed on; another one makes those in circulation worthless',
  ),
  AUTH_URL: serviceUrl.describe('Address of auth'),
  BILLING_URL: serviceUrl.describe('Address of billing'),
  WEB_DIR: z.string().describe('Folder of the built page; the image has it at `/app/web/dist`'),
  PUBLIC_URL: serviceUrl.optional().describe('Address under which browsers see the service'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Number of proxies in front whose X-Forwarded-For is believed'),
  ...operatorShape,
}

export function readGatewayConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = readConfig(gatewayShape, env)
  return {
    ...config,
    operator: readOperator(env),
    limits: readLimits(env),
    storage: readStorageSettings(env),
  }
}

/** Whoever sells must say who they are: production does not start without, elsewhere the gaps are shown as gaps. */
function readOperator(env: NodeJS.ProcessEnv): Operator {
  const entries = Object.entries(operatorDetails)
  const variables = entries.map(([, { variable }]) => variable)
  const shape = env['NODE_ENV'] === 'production' ? requiredShape(variables) : operatorShape
  const values = readConfig<z.ZodRawShape>(shape, env)
  return Object.fromEntries(
    entries.map(([name, { variable, label }]) => [name, values[variable] ?? `[${label}]`]),
  ) as Operator
}

function requiredShape(variables: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(variables.map((variable) => [variable, z.string()]))
}
export type GatewayConfig = ReturnType<typeof readGatewayConfig>
