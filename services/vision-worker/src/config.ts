import { visionQueues } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import {
  readConfig,
  readLimits,
  readStorageSettings,
  redisShape,
  serviceShape,
} from '@equerre/platform/config'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { Bounds } from './cell/meter.ts'

/** What a slot may take at most, mebibytes: what the worst honest file takes, with some to spare (`npm run bench -- --memory`). */
export const slotMegabytes = { normal: 768, heavy: 1_536 }

const laneList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(visionQueues)).min(1))

export const visionShape = {
  ...serviceShape,
  ...redisShape,
  WORKER_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(availableParallelism())
    .describe(
      `Steps of the normal lanes at once; each takes a core and up to ${slotMegabytes.normal} MiB; the number of cores by default`,
    ),
  VISION_QUEUES: laneList
    .default([...visionQueues])
    .describe('The lanes that this process serves, with commas; all by default'),
  DEBUG_DIR: z
    .string()
    .optional()
    .describe('Where detection leaves its intermediate pictures; never set in production'),
}

/** A job on the heavy lane may take twice the memory, so a process does one at a time. */
const heavySlots = 1

export function readVisionConfig(env: NodeJS.ProcessEnv = process.env) {
  return {
    ...readConfig(visionShape, env),
    heavySlots,
    limits: readLimits(env),
    storage: readStorageSettings(env),
  }
}

/** Where steps give way, the next one shall not wait for a new cell, which takes more than a second of CPU to start. */
export const heavySpareCells = 1
/** What it holds: all that steps need, and nothing of a file. */
const spareMegabytes = 250

const ownMegabytes = 300

/** More than hardly any step of an honest file takes (infra/decisions/0056-short-work-first.md). */
const blockingCpuSecondsMax = 1.5

/** What one step may take in a slot. */
export function boundsOf(slot: keyof typeof slotMegabytes, limits: Limits): Bounds {
  return {
    memoryBytesMax: slotMegabytes[slot] * 1_024 ** 2,
    secondsMax: limits.jobSecondsMax,
    cpuSecondsMax: limits.stepCpuSecondsMax,
    pageCpuSecondsMax: limits.pdfPageCpuSecondsMax,
    blockingCpuSecondsMax,
  }
}

/** What a process may hold that serves these lanes with that many slots. */
export function memoryMegabytes(config: ReturnType<typeof readVisionConfig>): number {
  const lanes = config.VISION_QUEUES
  const normal = lanes.some((lane) => lane !== 'vision-heavy') ? config.WORKER_SLOTS : 0
  const heavy = lanes.includes('vision-heavy') ? config.heavySlots : 0
  const spare = heavy > 0 ? heavySpareCells * spareMegabytes : 0
  return ownMegabytes + normal * slotMegabytes.normal + heavy * slotMegabytes.heavy + spare
}

/**
 * Keeps ONNX Runtime from telling its maker about this machine and every model that it loads, which it does unless this stands
 * in the environment of the whole process: whoever uses it must have called this in the main thread.
 */
export function silenceOnnxRuntime(env: NodeJS.ProcessEnv = process.env): void {
  Object.assign(env, { ORT_DISABLE_TELEMETRY: '1' })
}
