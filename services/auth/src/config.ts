import { doorShape, readConfig, secret, serviceShape } from '@equerre/platform/config'
import { z } from 'zod'

const shape = {
  ...serviceShape,
  ...doorShape,
  DATABASE_URL: z.url(),
  DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(1).default(10),
  INTERNAL_TOKEN: secret,
}

export function readAuthConfig(env: NodeJS.ProcessEnv = process.env) {
  return readConfig(shape, env)
}
export type AuthConfig = ReturnType<typeof readAuthConfig>
