import { visionQueues } from '@equerre/contract/jobs'
import { readConfig, readLimits, readStorageSettings, serviceShape } from '@equerre/platform/config'
import { availableParallelism } from 'node:os'
import { z } from 'zod'

const laneList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(visionQueues)).min(1))

const shape = {
  ...serviceShape,
  REDIS_URL: z.url(),
  /** Jobs of the normal lanes at once; each takes a core and up to 512 MB. */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(64).default(availableParallelism()),
  /** The lanes that this process serves, for pools of machines of different sizes. */
  VISION_QUEUES: laneList.default([...visionQueues]),
  /** Where detection leaves its intermediate pictures; never set in production. */
  DEBUG_DIR: z.string().optional(),
}

export function readVisionConfig(env: NodeJS.ProcessEnv = process.env) {
  return { ...readConfig(shape, env), limits: readLimits(env), storage: readStorageSettings(env) }
}
export type VisionConfig = ReturnType<typeof readVisionConfig>
