import { StepOutcome, type VisionJob } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import { z } from 'zod'

/** What a cell is told; it believes its worker. */
export type HostMessage =
  | {
      readonly type: 'settings'
      readonly limits: Limits
      readonly memoryBytesMax: number
      readonly debug: boolean
    }
  | { readonly type: 'job'; readonly job: VisionJob }
  /** Answers a `read`: the object's bytes are the body. */
  | { readonly type: 'object'; readonly found: boolean }
  /** Answers a `put`. */
  | { readonly type: 'kept' }
  /** Answers either, when the storage failed: the step cannot go on. */
  | { readonly type: 'no storage' }

/** What a cell has and holds to, told once before its first job. */
export const CellFacts = z.object({
  kernel: z.enum(['native', 'portable']),
  model: z.string().max(20),
  upright: z.string().max(20),
  lock: z.enum(['seccomp', 'rlimits', 'none']),
})
export type CellFacts = z.output<typeof CellFacts>

/** Adapters measure, and know what a stage is. */
const Laps = z
  .array(
    z.object({
      stage: z.enum(['fetch', 'decode', 'detect', 'warp', 'light', 'encode', 'store']),
      startMs: z.number(),
      endMs: z.number(),
    }),
  )
  .max(1_000)

/** What a cell says. Its worker believes none of it: what is not of this shape ends the cell. */
export const CellMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), facts: CellFacts }),
  z.object({ type: z.literal('read'), key: z.string().max(200) }),
  z.object({ type: z.literal('put'), key: z.string().max(200) }),
  z.object({ type: z.literal('page'), begins: z.boolean() }),
  /** A picture for a developer, as the body; only where the worker has a folder for them. */
  z.object({
    type: z.literal('picture'),
    name: z.string().regex(/^[\w-]{1,60}$/),
    width: z.int().min(1).max(100_000),
    height: z.int().min(1).max(100_000),
  }),
  z.object({ type: z.literal('done'), outcome: StepOutcome, laps: Laps }),
  /** An error that nobody foresaw. */
  z.object({ type: z.literal('failed'), error: z.string().max(20_000), laps: Laps }),
])
export type CellMessage = z.output<typeof CellMessage>
export type Laps = z.output<typeof Laps>
