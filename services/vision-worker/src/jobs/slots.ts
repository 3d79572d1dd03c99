import { VisionJob, type StepOutcome } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Log } from '@equerre/platform/log'
import { counter } from '@equerre/platform/metrics'
import {
  CellEnded,
  endings,
  openCell,
  tellsOfMemory,
  type Cell,
  type CellSettings,
  type Ending,
  type OuterServices,
} from '../cell/cell.ts'
import type { Reply } from '../cell/serve.ts'
import type { CellFacts, Laps } from '../cell/words.ts'

export type Slots = {
  /**
   * Runs a step in a free slot, waiting for one if need be. What a file does to its cell is an outcome, since it would do so again.
   * @throws where another try may well succeed
   */
  readonly run: (data: unknown) => Promise<Ended>
  /** What every cell has. */
  readonly facts: CellFacts
  /** The processes that are there now. */
  readonly pids: () => number[]
  readonly close: () => Promise<void>
}

/** A step's outcome; with a fault where our own code failed, which somebody should look at. */
export type Ended = { readonly outcome: StepOutcome; readonly fault: Error | null }

type SlotOptions = Omit<CellSettings, 'closing'> & {
  readonly count: number
  readonly services: OuterServices
  readonly log: Log
  /** Called after a step, inside of what called `run`, with what it spent its time on. */
  readonly onLaps?: (laps: Laps) => void
}

/** What a person hears where the file is to blame for the end of a cell. */
const blame: Partial<Record<Ending, string>> = {
  memory: 'Ce fichier demande trop de mémoire pour être ouvert.',
  cpu: 'Ce fichier demande trop de calculs pour être ouvert.',
  time: 'Ce fichier demande trop de temps pour être ouvert.',
  crash: 'Ce fichier est abîmé : il ne peut pas être ouvert.',
  forgery: 'Ce fichier est abîmé : il ne peut pas être ouvert.',
}

const cellsEnded = counter('cells_ended_total', 'Processes for steps that ended, by cause', ['ending'])
// From nothing to one is no increase: the counters start at zero.
for (const ending of endings) cellsEnded.inc({ ending }, 0)

/**
 * Keeps `count` cells, each doing one step at a time; resolves once all of them can. A cell that has ended, for whatever reason,
 * is replaced. One that ends before it is ready would end again: that is an error for the caller, or later one that nobody
 * catches.
 */
export async function openSlots(options: SlotOptions): Promise<Slots> {
  const { log, services } = options
  const closing = new AbortController()
  const all = new Set<Cell>()
  const idle = new Set<Cell>()
  const waiting: ((cell: Cell) => void)[] = []
  let opening: Promise<unknown> = Promise.resolve()

  const give = (cell: Cell) => {
    if (!all.has(cell)) return
    const next = waiting.shift()
    if (next) next(cell)
    else idle.add(cell)
  }
  const take = async (): Promise<Cell> => {
    const [cell] = idle
    if (!cell) return new Promise((resolve) => waiting.push(resolve))
    idle.delete(cell)
    return cell
  }
  const open = async (): Promise<Cell> => {
    const cell = await openCell({ ...options, closing: closing.signal })
    all.add(cell)
    // Only once it is gone for good, so that there are never more processes at work than slots.
    void cell.gone.then((ending) => {
      all.delete(cell)
      idle.delete(cell)
      cellsEnded.inc({ ending })
      if (!closing.signal.aborted) opening = open()
    })
    give(cell)
    return cell
  }

  const first = await Promise.all(Array.from({ length: options.count }, open))
  return {
    run: async (data) => {
      const job = VisionJob.parse(data)
      const cell = await take()
      try {
        const reply = await cell.run(job, services)
        options.onLaps?.(reply.laps)
        return endOf(reply, job)
      } catch (error) {
        const detail = error instanceof CellEnded ? blame[error.ending] : undefined
        if (!(error instanceof CellEnded) || detail === undefined) throw error
        log.warn({ stepId: job.stepId, ending: error.ending, err: error }, 'a step ended its cell')
        return { outcome: refusal(job, { detail, reason: error.message }), fault: null }
      } finally {
        give(cell)
      }
    },
    facts: first[0]!.facts,
    pids: () => [...all].map(({ pid }) => pid),
    close: async () => {
      closing.abort()
      await Promise.allSettled([opening, ...[...all].map(({ gone }) => gone)])
    },
  }
}

function endOf(reply: Reply, job: VisionJob): Ended {
  if ('outcome' in reply) return { outcome: plain(reply.outcome), fault: null }
  if (tellsOfMemory(reply.error))
    return { outcome: refusal(job, { detail: blame.memory!, reason: reply.error }), fault: null }
  const { detail } = new Problem('internal')
  return {
    outcome: refusal(job, { code: 'internal', detail, reason: reply.error.split('\n')[0]! }),
    fault: new Error(reply.error),
  }
}

/** A decoder that was refused memory says so in its own words. */
function plain(outcome: StepOutcome): StepOutcome {
  const isMemory =
    outcome.kind === 'problem' && outcome.code === 'unreadable_file' && tellsOfMemory(outcome.reason)
  return isMemory ? { ...outcome, detail: blame.memory! } : outcome
}

type Refusal = {
  readonly code?: 'internal' | 'unreadable_file'
  readonly detail: string
  readonly reason: string
}

function refusal(
  { stepId, ingestionId }: VisionJob,
  { code = 'unreadable_file', ...why }: Refusal,
): StepOutcome {
  return { kind: 'problem', stepId, ingestionId, code, ...why }
}
