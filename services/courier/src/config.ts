import {
  ConfigError,
  courierShape,
  readConfig,
  readLimits,
  readStorageSettings,
  redisShape,
  serviceShape,
  stopShape,
} from '@equerre/platform/config'
import { z } from 'zod'
import { parseNetwork } from './core/public-address.ts'

const networks = z.string().transform((text, issues) => {
  try {
    return text.split(',').map((each) => parseNetwork(each.trim()))
  } catch {
    issues.addIssue('needs comma-separated networks, each as address/bits')
    return z.NEVER
  }
})

export const courierOwnShape = {
  ...serviceShape,
  ...stopShape(200),
  ...redisShape,
  ...courierShape,
  COURIER_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .default(32)
    .describe('How many files the courier fetches at once, and how many events it delivers'),
  COURIER_ALLOW_NETWORKS: networks
    .optional()
    .describe(
      'Networks that the courier may reach although they are not public, comma-separated, for tests; refused in production',
    ),
}

export function readCourierConfig(env: NodeJS.ProcessEnv = process.env) {
  const config = readConfig(courierOwnShape, env)
  if (config.NODE_ENV === 'production' && config.COURIER_ALLOW_NETWORKS)
    throw new ConfigError('COURIER_ALLOW_NETWORKS: production reaches the public internet and nothing else')
  return {
    ...config,
    allowedNetworks: config.COURIER_ALLOW_NETWORKS ?? [],
    limits: readLimits(env),
    storage: readStorageSettings(env),
  }
}
export type CourierConfig = ReturnType<typeof readCourierConfig>
