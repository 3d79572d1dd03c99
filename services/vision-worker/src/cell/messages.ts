import { StepOutcome, type VisionJob } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import { z } from 'zod'

/** Messages to a cell, which trusts its worker. */
export type HostMessage =
  | {
      readonly type: 'settings'
      readonly limits: Limits
      readonly memoryBytesMax: number
      readonly debug: boolean
      readonly reads: boolean
    }
  | { readonly type: 'job'; readonly job: VisionJob }
  /** Answers a `read`: the object's bytes are the body. */
  | { readonly type: 'object'; readonly found: boolean }
  /** Answers a `put`. */
  | { readonly type: 'kept' }
  /** Answers a `read` or `put` whose storage call failed: the step cannot continue. */
  | { readonly type: 'no storage' }

/** What a cell has loaded and which lock holds it, sent once before its first job. */
export const CellFacts = z.object({
  kernel: z.enum(['native', 'portable']),
  model: z.string().max(20),
  upright: z.string().max(20),
  bend: z.string().max(20),
  text: z.string().max(20),
  lock: z.enum(['seccomp', 'rlimits', 'none']),
})
export type CellFacts = z.output<typeof CellFacts>

/** In place of a network: its file is missing, or steps of this kind can do without it. */
export const absent = 'absent'
export const unused = 'unused'

/** Stages and their durations, as adapters measure them. */
const Laps = z
  .array(
    z.object({
      stage: z.enum(['fetch', 'decode', 'detect', 'flatten', 'warp', 'light', 'read', 'encode', 'store']),
      startMs: z.number(),
      endMs: z.number(),
    }),
  )
  .max(5_000)

/** Messages from a cell. Its worker trusts none of them: anything that does not parse ends the cell. */
export const CellMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), facts: CellFacts }),
  z.object({ type: z.literal('read'), key: z.string().max(200) }),
  z.object({ type: z.literal('put'), key: z.string().max(200) }),
  z.object({ type: z.literal('page'), begins: z.boolean() }),
  /** A debug picture as the body; only where the worker has a folder for them. */
  z.object({
    type: z.literal('picture'),
    name: z.string().regex(/^[\w-]{1,60}$/),
    width: z.int().min(1).max(100_000),
    height: z.int().min(1).max(100_000),
  }),
  z.object({ type: z.literal('done'), outcome: StepOutcome, laps: Laps }),
  /** An unexpected error. */
  z.object({ type: z.literal('failed'), error: z.string().max(20_000), laps: Laps }),
])
export type CellMessage = z.output<typeof CellMessage>
export type Laps = z.output<typeof Laps>
