import { VisionJob, type StepOutcome } from '@equerre/contract/jobs'
import { Problem, type FinerSentence } from '@equerre/contract/problems'
import type { Log } from '@equerre/platform/log'
import { GaveWay, Postponed, type Watch as JobWatch } from '@equerre/platform/queue'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CellEnded,
  tellsOfMemory,
  type Cell,
  type CellSettings,
  type Ending,
  type HostServices,
} from '../cell/cell.ts'
import { StorageFailure, type Reply } from '../cell/serve.ts'
import type { CellFacts, Laps } from '../cell/messages.ts'
import { openCellPool, type CellPool } from './cell-pool.ts'
import { refusal } from './refusal.ts'

export type Slots = {
  /**
   * Runs a step in a free slot, waiting for one if necessary. What a file does to its cell is an outcome, since it would do it
   * again. A step that is no longer wanted ends at once, with its cell; one that blocks others, once it has run long enough.
   * @throws GaveWay when it should be retried after the others, Postponed when the storage has failed; any other error where a
   *   retry may well succeed
   */
  readonly run: (data: unknown, watch?: Partial<JobWatch & Patience>) => Promise<Metered>
  /** The same for every cell. */
  readonly facts: CellFacts
  /** The processes alive now. */
  readonly pids: () => number[]
  /** Whether a step waits for a slot. */
  readonly isAwaited: () => boolean
  readonly close: () => Promise<void>
}

/** A step's outcome; with a fault where our own code failed and needs fixing. */
type Ended = { readonly outcome: StepOutcome; readonly fault: Error | null }
/** With its CPU time, all attempts together. */
type Metered = Ended & { readonly cpuSeconds: number }
/** Of a step that gets a slot only if it would stand idle: whether nothing waits for it that goes first. */
type Patience = { readonly isItsTurn: () => Promise<boolean> }
/** Supervises a step: may end it, and receives each attempt's CPU time. */
type Watch = {
  readonly unwanted: AbortSignal | undefined
  readonly blocks: () => boolean
  readonly onCpu: (seconds: number) => void
  readonly isItsTurn: (() => Promise<boolean>) | undefined
}

type SlotOptions = Omit<CellSettings, 'closing'> & {
  readonly count: number
  /** Extra cells, ready from the first step on to replace those that end. */
  readonly spare?: number
  readonly services: HostServices
  readonly log: Log
  /** Called after a step, in the same async context as `run`, with what it spent its time on. */
  readonly onLaps?: (laps: Laps) => void
}

/** What the user is told where the file is to blame for the end of a cell; of an assembly, see `blameOf`. */
const blame = {
  memory: 'file_takes_memory',
  cpu: 'file_takes_computing',
  time: 'file_takes_time',
  crash: 'file_damaged',
  forgery: 'file_damaged',
} as const satisfies Partial<Record<Ending, FinerSentence>>

/** Endings of an assembly whose pages are too many, of which each may be an honest one. */
const tooMuch: ReadonlySet<Ending> = new Set<Ending>(['memory', 'cpu', 'time'])

/** Endings that earlier files may have contributed to: in a cell that has seen some, the step is tried once more. */
const doubtful: ReadonlySet<Ending> = new Set<Ending>(['memory', 'crash'])

export async function openSlots(options: SlotOptions): Promise<Slots> {
  const { log, services, onLaps } = options
  const pool = await openCellPool(options, { count: options.count, spare: options.spare ?? 0 })

  const runIn = async (cell: Cell, job: VisionJob, { unwanted, blocks, onCpu }: Watch) => {
    const end = () => cell.end('unwanted')
    const before = cell.cpuSeconds()
    unwanted?.addEventListener('abort', end)
    try {
      const reply = await cell.run({ job, blocks }, services)
      onLaps?.(reply.laps)
      return endOf(reply, job)
    } catch (error) {
      throw error instanceof StorageFailure ? postponed(error) : error
    } finally {
      unwanted?.removeEventListener('abort', end)
      onCpu(cell.cpuSeconds() - before)
      pool.give(cell)
    }
  }
  const run = async (job: VisionJob, watch: Watch, mayDoubt = true): Promise<Ended> => {
    const cell = await takeFrom(pool, watch)
    if (cell === null) return withdrawn(job)
    try {
      return await runIn(cell, job, watch)
    } catch (error) {
      if (!(error instanceof CellEnded)) throw error
      if (error.ending === 'unwanted') return withdrawn(job)
      log.warn({ stepId: job.stepId, ending: error.ending, err: error }, 'step ended its cell')
      const isDoubtful = mayDoubt && doubtful.has(error.ending) && cell.steps() > 1
      return isDoubtful ? run(job, watch, false) : blamed(error, job)
    }
  }
  return {
    run: async (data, { unwanted, blocks = () => false, isItsTurn } = {}) => {
      let cpuSeconds = 0
      const onCpu = (took: number) => void (cpuSeconds += took)
      const watch = { unwanted, blocks, onCpu, isItsTurn }
      const ended = await run(VisionJob.parse(data), watch)
      return { ...ended, cpuSeconds }
    },
    facts: pool.cells()[0]!.facts,
    pids: () => pool.cells().map(({ pid }) => pid),
    isAwaited: pool.isAwaited,
    close: pool.close,
  }
}

/** How often a step that goes last looks for a slot, and for how long before it goes back into its queue, for others to take. */
const lookEveryMs = 20
const patienceMs = 5_000

/** @returns null for a step that is no longer wanted @throws Postponed */
async function takeFrom(pool: CellPool, { unwanted, isItsTurn }: Watch): Promise<Cell | null> {
  const cell = isItsTurn ? await takeLast(pool, { unwanted, isItsTurn }) : await pool.take()
  if (cell === null || !unwanted?.aborted) return cell
  pool.give(cell)
  return null
}

type GoingLast = Pick<Watch, 'unwanted'> & Patience

async function takeLast(pool: CellPool, { unwanted, isItsTurn }: GoingLast): Promise<Cell | null> {
  const until = Date.now() + patienceMs
  while (!unwanted?.aborted) {
    const cell = pool.isFree() && (await isItsTurn()) ? pool.takeIdle() : null
    if (cell) return cell
    if (Date.now() >= until) throw new Postponed('others go first')
    await sleep(lookEveryMs)
  }
  return null
}

/** Not an attempt that counts: until its deadline a step waits for the storage, however often it has to. */
function postponed(cause: Error): Postponed {
  return new Postponed('the storage failed', { cause })
}

/** @throws the error itself where the file is not to blame, GaveWay where others should go first */
function blamed(error: CellEnded, job: VisionJob): Ended {
  if (error.ending === 'gave way') throw new GaveWay('a step has given way', { cause: error })
  if (error.ending === 'cut off') throw postponed(error)
  if (!isBlamed(error.ending)) throw error
  return { outcome: refusal(job, blameOf(error.ending, job), error.message), fault: null }
}

function endOf(reply: Reply, job: VisionJob): Ended {
  if ('outcome' in reply) return { outcome: plain(reply.outcome, job), fault: null }
  const reason = reply.error.split('\n')[0]!
  if (tellsOfMemory(reason)) return { outcome: refusal(job, blameOf('memory', job), reason), fault: null }
  return { outcome: refusal(job, new Problem('internal'), reason), fault: new Error(reply.error) }
}

function blameOf(ending: keyof typeof blame, { step }: VisionJob): Problem {
  return new Problem(step === 'assemble' && tooMuch.has(ending) ? 'assembly_takes_too_much' : blame[ending])
}

function isBlamed(ending: Ending): ending is keyof typeof blame {
  return ending in blame
}

/** A decoder that was denied memory reports it in its own words. */
function plain(outcome: StepOutcome, job: VisionJob): StepOutcome {
  const isMemory =
    outcome.kind === 'problem' && outcome.code === 'unreadable_file' && tellsOfMemory(outcome.reason)
  return isMemory ? refusal(job, blameOf('memory', job), outcome.reason) : outcome
}

/** The gateway has already ended the step; on this answer it erases what was left. */
function withdrawn(job: VisionJob): Ended {
  return { outcome: refusal(job, new Problem('not_found'), 'the step was withdrawn'), fault: null }
}
