import { heavyLanes, sideLanes, visionQueues } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import {
  passwordShape,
  readConfig,
  readLimits,
  readStorageSettings,
  redisShape,
  serviceShape,
  stopShape,
} from '@equerre/platform/config'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { Bounds } from './cell/meter.ts'

/** Memory limit of a slot, MiB: what the worst honest file takes, with some headroom (`npm run bench -- --memory`). */
export const slotMegabytes = { normal: 768, heavy: 1_536 }

const laneList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(visionQueues)).min(1))

export const visionShape = {
  ...serviceShape,
  ...stopShape(140),
  ...redisShape,
  ...passwordShape,
  WORKER_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(availableParallelism())
    .describe(
      `How many steps of the normal lanes run at once, each with a core and up to ${slotMegabytes.normal} MiB; by default, the number of cores`,
    ),
  VISION_QUEUES: laneList
    .default([...visionQueues])
    .describe('Lanes that this process serves, comma-separated; by default, all'),
  DEBUG_DIR: z
    .string()
    .optional()
    .describe('Folder for the intermediate images of detection; never set it in production'),
}

/** A heavy job may take twice the memory, so a process runs one at a time. */
const heavySlots = 1

export function readVisionConfig(env: NodeJS.ProcessEnv = process.env) {
  return {
    ...readConfig(visionShape, env),
    heavySlots,
    limits: readLimits(env),
    storage: readStorageSettings(env),
  }
}

/** What is made of finished pages takes seconds, and nobody needs it as soon as the pages. */
export const sideSlots = 1

/** Where steps give way, a spare cell saves the next one from waiting for a new cell, which takes over a second of CPU to start. */
export const heavySpareCells = 1
/** An idle cell: everything that steps need, and nothing of a file. */
const spareMegabytes = 250

const ownMegabytes = 300

/** Almost no step of an honest file takes more (infra/decisions/0056-short-work-first.md). */
const blockingCpuSecondsMax = 1.5
/** Nor does reading a page of small print, or assembling some thirty pages, whose work would be lost halfway. */
const [readingCpuSecondsMax, assemblingCpuSecondsMax] = [12, 60]

/** The bounds on one step in a slot. */
export function boundsOf(slot: keyof typeof slotMegabytes, limits: Limits): Bounds {
  return {
    memoryBytesMax: slotMegabytes[slot] * 1_024 ** 2,
    idleSecondsMax: limits.jobSecondsMax,
    cpuSecondsMax: limits.stepCpuSecondsMax,
    pageCpuSecondsMax: limits.pdfPageCpuSecondsMax,
    blockingCpuSecondsMax,
    ofKind: {
      read: { blockingCpuSecondsMax: readingCpuSecondsMax },
      assemble: {
        blockingCpuSecondsMax: assemblingCpuSecondsMax,
        cpuSecondsMax: limits.assemblyCpuSecondsMax,
      },
    },
  }
}

/** The memory limit of a process that serves these lanes with that many slots. */
export function memoryMegabytes(config: ReturnType<typeof readVisionConfig>): number {
  const lanes = config.VISION_QUEUES
  const straightening = lanes.some((lane) => !heavyLanes.includes(lane) && !sideLanes.includes(lane))
  const side = lanes.some((lane) => sideLanes.includes(lane)) ? sideSlots : 0
  const normal = side + (straightening ? config.WORKER_SLOTS : 0)
  const heavy = lanes.some((lane) => heavyLanes.includes(lane)) ? config.heavySlots : 0
  const spare = heavy > 0 ? heavySpareCells * spareMegabytes : 0
  return ownMegabytes + normal * slotMegabytes.normal + heavy * slotMegabytes.heavy + spare
}

/**
 * Stops ONNX Runtime from reporting this machine and every loaded model to its vendor. It does so unless this variable is
 * set in the environment of the whole process, so the main thread must call this before any thread uses the runtime.
 */
export function silenceOnnxRuntime(env: NodeJS.ProcessEnv = process.env): void {
  Object.assign(env, { ORT_DISABLE_TELEMETRY: '1' })
}
