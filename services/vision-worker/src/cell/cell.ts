import type { VisionJob } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import { counter } from '@equerre/platform/metrics'
import { setTimeout as sleep } from 'node:timers/promises'
import { BrokenRule, readFrames, writeFrame } from './frames.ts'
import { startMeter, type Bounds } from './meter.ts'
import { startCellProcess, type CellProcess } from './process.ts'
import { serveStep, StorageFailure, type Reply, type Services, type Wire } from './serve.ts'
import { CellMessage, type CellFacts, type HostMessage } from './messages.ts'

/**
 * Why a cell ended. The step's fault: it exceeded a limit, broke the protocol or crashed. Not the step's fault: it was withdrawn or
 * gave way, the cell was killed from outside, the worker shut down, a storage transfer broke off, or the cell reached its last step.
 */
export const endings = [
  'memory',
  'cpu',
  'time',
  'forgery',
  'crash',
  'unwanted',
  'gave way',
  'killed',
  'closed',
  'cut off',
  'worn',
] as const
export type Ending = (typeof endings)[number]

/** The step's cell ended before the step did. */
export class CellEnded extends Error {
  override name = 'CellEnded' as const
  readonly ending: Ending

  constructor(ending: Ending, message: string, options?: ErrorOptions) {
    super(message, options)
    this.ending = ending
  }
}

/** What the worker provides to a step. */
export type HostServices = Omit<Services, 'onWait' | 'onPage'>

/** A step, and whether others with a higher priority wait for it to end. */
type Given = { readonly job: VisionJob; readonly blocks: () => boolean }

export type Cell = {
  readonly pid: number
  readonly facts: CellFacts
  /** Resolves with the reason once the process has exited. */
  readonly gone: Promise<Ending>
  /** Runs one step at a time. @throws CellEnded, StorageFailure */
  readonly run: (given: Given, services: HostServices) => Promise<Reply>
  /** Steps it has been given so far. */
  readonly steps: () => number
  /** CPU time they used, seconds. */
  readonly cpuSeconds: () => number
  readonly end: (ending: Ending) => void
}

export type CellSettings = {
  readonly limits: Limits
  readonly bounds: Bounds
  /** Whether steps write debug pictures. */
  readonly debug: boolean
  /** Whether its steps work on finished pages, which needs networks that are open all the time, and nothing else of what others need. */
  readonly reads?: boolean
  /** Ends the cell, even before it is ready. */
  readonly closing: AbortSignal
}

/** Larger than any result: 40 million incompressible pixels. */
const bodyBytesMax = 268_435_456
/** How long to wait, after the pipe has closed, for the process to exit and tell why: long, since a busy machine takes its time. */
const explainedWithinMs = 10_000

const cpuSeconds = counter('cells_cpu_seconds_total', 'CPU time that steps took in their processes', [])

/** Whether an error message says that an allocation failed. */
export function tellsOfMemory(words: string): boolean {
  return /out of memory|\boom\b|bad_alloc|allocation failed|cannot allocate|unable to allocate|enlarge memory/i.test(
    words,
  )
}

/** Signals sent from outside; any other is a decoder's own crash. */
const foreignSignals: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])

/** Starts a process that runs steps; resolves once everything they need is loaded. @throws CellEnded */
export async function openCell(settings: CellSettings): Promise<Cell> {
  const { limits, bounds, debug, reads = false } = settings
  const { memoryBytesMax } = bounds
  const child = startCellProcess(memoryBytesMax)
  const wire = { pipe: child.pipe, next: readFrames(child.pipe, bodyBytesMax).next }
  const life = followLife(child)
  const close = () => life.end('closed')
  settings.closing.addEventListener('abort', close)
  void life.gone.then(() => settings.closing.removeEventListener('abort', close))
  try {
    const told: HostMessage = { type: 'settings', limits, memoryBytesMax, debug, reads }
    await writeFrame(wire.pipe, told)
    const ready = await readinessOf(wire)
    const facts = child.locksItself ? ready : { ...ready, lock: 'rlimits' as const }
    let [steps, cpu] = [0, 0]
    const run = async ({ job, blocks }: Given, services: HostServices) => {
      steps++
      const own = { ...bounds, ...bounds.ofKind?.[job.step] }
      const meter = startMeter(child.pid, own, { onOver: life.end, blocks })
      try {
        const served = serveStep(wire, job, { ...services, onWait: meter.wait, onPage: meter.page })
        return await Promise.race([served, life.over()])
      } catch (error) {
        throw await life.explain(error)
      } finally {
        const took = meter.stop()
        cpu += took
        cpuSeconds.inc(took)
      }
    }
    const counts = { steps: () => steps, cpuSeconds: () => cpu }
    return { pid: child.pid, facts, run, ...counts, gone: life.gone, end: life.end }
  } catch (error) {
    throw await life.explain(error)
  }
}

async function readinessOf(wire: Wire): Promise<CellFacts> {
  const frame = await wire.next()
  if (!frame) throw new Error('the pipe ended')
  const message = CellMessage.parse(frame.head)
  if (message.type !== 'ready') throw new BrokenRule('sent a message before it was ready')
  return message.facts
}

function followLife(child: CellProcess) {
  let ending: Ending | undefined
  const gone = child.exited.then(({ signal }) => {
    if (foreignSignals.has(signal)) return (ending ??= 'killed')
    return (ending ??= tellsOfMemory(child.stderrTail()) ? 'memory' : 'crash')
  })
  const end = (why: Ending) => {
    ending ??= why
    child.kill()
  }
  return {
    gone,
    end,
    /** Rejects when the process exits: raced against waits that might never settle, such as a silent storage. */
    over: async (): Promise<never> => {
      await gone
      throw new Error('the process ended')
    },
    /** Interprets an error on the pipe: either the cell goes on, or it ends. */
    explain: async (error: unknown): Promise<Error> => {
      if (error instanceof StorageFailure && !error.midway) return error
      if (error instanceof StorageFailure) end('cut off')
      else if (error instanceof BrokenRule) end('forgery')
      else void sleep(explainedWithinMs, undefined, { ref: false }).then(() => end('forgery'))
      const why = await gone
      if (error instanceof StorageFailure) return error
      const { text } = await child.exited
      const cause = error instanceof Error ? error.message : String(error)
      return new CellEnded(why, [`cell ended (${why}): ${text}`, cause, child.stderrTail()].join('\n'))
    },
  }
}
