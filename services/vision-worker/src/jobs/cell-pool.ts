import { counter } from '@equerre/platform/metrics'
import { CellEnded, endings, openCell, type Cell, type CellSettings } from '../cell/cell.ts'
import { residentBytesOf } from '../cell/meter.ts'

export type CellPool = {
  readonly take: () => Promise<Cell>
  /** One that nobody waits for; null where there is none. */
  readonly takeIdle: () => Cell | null
  /** Whether there is such a one. */
  readonly isFree: () => boolean
  /** Returns a cell to the pool; ignores one that has ended. */
  readonly give: (cell: Cell) => void
  readonly cells: () => Cell[]
  /** Whether somebody waits for a cell. */
  readonly isAwaited: () => boolean
  readonly close: () => Promise<void>
}

/** Share of its memory that a cell may hold between steps; with more, the next one could run short. */
const restShareMax = 0.75
/** Limits for how many files an attacker who has taken over a cell can stay. */
const stepsPerCellMax = 500

const cellsEnded = counter('cells_ended_total', 'Cells that ended, by cause', ['ending'])
// A counter that appears at one shows no increase, so all start at zero.
for (const ending of endings) cellsEnded.inc({ ending }, 0)

/**
 * Keeps `count` cells, of which no more are busy at once, and resolves once all are ready; from the first step on, `spare` more. A cell that ends, for whatever reason, is replaced. One that ends by
 * itself before it is ready would do so again: the caller gets an error, or later the process an unhandled rejection.
 */
export async function openCellPool(
  settings: Omit<CellSettings, 'closing'>,
  { count, spare }: { readonly count: number; readonly spare: number },
): Promise<CellPool> {
  const closing = new AbortController()
  const all = new Set<Cell>()
  const idle = new Set<Cell>()
  const waiting: ((cell: Cell) => void)[] = []
  const busy = new Set<Cell>()
  const opening = new Set<Promise<void>>()

  const lend = () => lendOne({ idle, busy, count })
  const give = (cell: Cell) => {
    busy.delete(cell)
    if (all.has(cell)) {
      if (isWorn(cell, settings.bounds.memoryBytesMax)) cell.end('worn')
      else idle.add(cell)
    }
    if (waiting.length === 0) return
    const next = lend()
    if (next) waiting.shift()!(next)
  }
  const open = async (): Promise<void> => {
    const cell = await openCell({ ...settings, closing: closing.signal })
    all.add(cell)
    // Replaced only once it is gone for good, so that there are never more busy processes than slots.
    void cell.gone.then((ending) => {
      all.delete(cell)
      idle.delete(cell)
      cellsEnded.inc({ ending })
      if (!closing.signal.aborted) replace()
    })
    give(cell)
  }
  const replace = () => {
    const opened = open().catch((error: unknown) => {
      if (closing.signal.aborted) return
      // When memory is short, the kernel kills the youngest processes.
      if (!(error instanceof CellEnded) || error.ending !== 'killed') throw error
      replace()
    })
    opening.add(opened)
    void opened.finally(() => opening.delete(opened))
  }

  await Promise.all(Array.from({ length: count }, open))
  return {
    take: async () => {
      // Not before somebody needs one: the product is ready sooner, and a worker that sees no PDF holds less.
      for (let missing = count + spare - all.size - opening.size; missing > 0; missing--) replace()
      return lend() ?? new Promise((resolve) => waiting.push(resolve))
    },
    takeIdle: () => (waiting.length === 0 ? lend() : null),
    isFree: () => waiting.length === 0 && busy.size < count && idle.size > 0,
    give,
    cells: () => [...all],
    isAwaited: () => waiting.length > 0,
    close: async () => {
      closing.abort()
      await Promise.all([...opening, ...[...all].map(({ gone }) => gone)])
    },
  }
}

type Stock = { readonly idle: Set<Cell>; readonly busy: Set<Cell>; readonly count: number }

function lendOne({ idle, busy, count }: Stock): Cell | null {
  // Last in, first out: an unused spare cell holds no more than it has loaded.
  const cell = busy.size < count ? [...idle].at(-1) : undefined
  if (!cell) return null
  idle.delete(cell)
  busy.add(cell)
  return cell
}

function isWorn(cell: Cell, memoryBytesMax: number): boolean {
  if (cell.steps() === 0) return false
  return cell.steps() >= stepsPerCellMax || residentBytesOf(cell.pid) > restShareMax * memoryBytesMax
}
