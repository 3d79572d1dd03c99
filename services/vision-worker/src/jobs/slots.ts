import { VisionJob, type StepOutcome } from '@equerre/contract/jobs'
import { Problem, type ProblemCode } from '@equerre/contract/problems'
import type { Log } from '@equerre/platform/log'
import {
  CellEnded,
  tellsOfMemory,
  type Cell,
  type CellSettings,
  type Ending,
  type OuterServices,
} from '../cell/cell.ts'
import type { Reply } from '../cell/serve.ts'
import type { CellFacts, Laps } from '../cell/words.ts'
import { openCellPool } from './cell-pool.ts'

export type Slots = {
  /**
   * Runs a step in a free slot, waiting for one if need be. What a file does to its cell is an outcome, since it would do so again.
   * @param unwanted ends the step and its cell at once
   * @throws where another try may well succeed
   */
  readonly run: (data: unknown, unwanted?: AbortSignal) => Promise<Ended>
  /** What every cell has. */
  readonly facts: CellFacts
  /** The processes that are there now. */
  readonly pids: () => number[]
  readonly close: () => Promise<void>
}

/** A step's outcome; with a fault where our own code failed, which somebody should look at. */
type Ended = { readonly outcome: StepOutcome; readonly fault: Error | null }

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

/** What files before may have had a part in: of a cell that has seen some, such a verdict is asked for once more. */
const doubtful: ReadonlySet<Ending> = new Set<Ending>(['memory', 'crash'])

export async function openSlots(options: SlotOptions): Promise<Slots> {
  const { log, services, onLaps } = options
  const pool = await openCellPool(options, options.count)

  const runIn = async (cell: Cell, job: VisionJob, unwanted?: AbortSignal) => {
    const end = () => cell.end('unwanted')
    unwanted?.addEventListener('abort', end)
    try {
      const reply = await cell.run(job, services)
      onLaps?.(reply.laps)
      return endOf(reply, job)
    } finally {
      unwanted?.removeEventListener('abort', end)
      pool.give(cell)
    }
  }
  const run = async (job: VisionJob, unwanted?: AbortSignal, mayDoubt = true): Promise<Ended> => {
    const cell = await pool.take()
    if (unwanted?.aborted) {
      pool.give(cell)
      return withdrawn(job)
    }
    try {
      return await runIn(cell, job, unwanted)
    } catch (error) {
      if (!(error instanceof CellEnded)) throw error
      if (error.ending === 'unwanted') return withdrawn(job)
      log.warn({ stepId: job.stepId, ending: error.ending, err: error }, 'a step ended its cell')
      const isDoubtful = mayDoubt && doubtful.has(error.ending) && cell.steps() > 1
      return isDoubtful ? run(job, unwanted, false) : blamed(error, job)
    }
  }
  return {
    run: async (data, unwanted) => run(VisionJob.parse(data), unwanted),
    facts: pool.cells()[0]!.facts,
    pids: () => pool.cells().map(({ pid }) => pid),
    close: pool.close,
  }
}

/** @throws the same where the file is not to blame */
function blamed(error: CellEnded, job: VisionJob): Ended {
  const detail = blame[error.ending]
  if (detail === undefined) throw error
  return { outcome: refusal(job, { code: 'unreadable_file', detail, reason: error.message }), fault: null }
}

function endOf(reply: Reply, job: VisionJob): Ended {
  if ('outcome' in reply) return { outcome: plain(reply.outcome), fault: null }
  const reason = reply.error.split('\n')[0]!
  if (tellsOfMemory(reason)) {
    const code = 'unreadable_file'
    return { outcome: refusal(job, { code, detail: blame.memory!, reason }), fault: null }
  }
  const { code, detail } = new Problem('internal')
  return { outcome: refusal(job, { code, detail, reason }), fault: new Error(reply.error) }
}

/** A decoder that was refused memory says so in its own words. */
function plain(outcome: StepOutcome): StepOutcome {
  const isMemory =
    outcome.kind === 'problem' && outcome.code === 'unreadable_file' && tellsOfMemory(outcome.reason)
  return isMemory ? { ...outcome, detail: blame.memory! } : outcome
}

/** The gateway has ended the step before: hearing this, it erases what was left. */
function withdrawn(job: VisionJob): Ended {
  const { code, detail } = new Problem('not_found')
  return { outcome: refusal(job, { code, detail, reason: 'nobody wants it any more' }), fault: null }
}

type Refusal = { readonly code: ProblemCode; readonly detail: string; readonly reason: string }

function refusal({ stepId, ingestionId }: VisionJob, why: Refusal): StepOutcome {
  return { kind: 'problem', stepId, ingestionId, ...why }
}
