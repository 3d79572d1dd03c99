import { counter } from '@equerre/platform/metrics'
import { CellEnded, endings, openCell, type Cell, type CellSettings } from '../cell/cell.ts'
import { residentBytesOf } from '../cell/meter.ts'

type CellPool = {
  readonly take: () => Promise<Cell>
  /** Of a cell that has ended, nothing. */
  readonly give: (cell: Cell) => void
  readonly cells: () => Cell[]
  readonly close: () => Promise<void>
}

/** What a cell holds between two steps, of all that it may; with more the next one would be short of memory. */
const restShareMax = 0.75
/** Whoever was let into a cell stays for no more files than this. */
const stepsPerCellMax = 500

const cellsEnded = counter('cells_ended_total', 'Processes for steps that ended, by cause', ['ending'])
// From nothing to one is no increase: the counters start at zero.
for (const ending of endings) cellsEnded.inc({ ending }, 0)

/**
 * Keeps `count` cells; resolves once all of them are ready. One that has ended, for whatever reason, is replaced. One that ends
 * by itself before it is ready would end again: that is an error for the caller, or later one that nobody catches.
 */
export async function openCellPool(
  settings: Omit<CellSettings, 'closing'>,
  count: number,
): Promise<CellPool> {
  const closing = new AbortController()
  const all = new Set<Cell>()
  const idle = new Set<Cell>()
  const waiting: ((cell: Cell) => void)[] = []
  const opening = new Set<Promise<void>>()

  const give = (cell: Cell) => {
    if (!all.has(cell)) return
    if (isWorn(cell, settings.bounds.memoryBytesMax)) return cell.end('worn')
    const next = waiting.shift()
    if (next) next(cell)
    else idle.add(cell)
  }
  const open = async (): Promise<void> => {
    const cell = await openCell({ ...settings, closing: closing.signal })
    all.add(cell)
    // Only once it is gone for good, so that there are never more processes at work than slots.
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
      // A machine that is short of memory ends whatever is young.
      if (!(error instanceof CellEnded) || error.ending !== 'killed') throw error
      replace()
    })
    opening.add(opened)
    void opened.finally(() => opening.delete(opened))
  }

  await Promise.all(Array.from({ length: count }, open))
  return {
    take: async () => {
      // The last one that was given back: what a spare one holds stays what it has loaded.
      const cell = [...idle].at(-1)
      if (!cell) return new Promise((resolve) => waiting.push(resolve))
      idle.delete(cell)
      return cell
    },
    give,
    cells: () => [...all],
    close: async () => {
      closing.abort()
      await Promise.all([...opening, ...[...all].map(({ gone }) => gone)])
    },
  }
}

function isWorn(cell: Cell, memoryBytesMax: number): boolean {
  if (cell.steps() === 0) return false
  return cell.steps() >= stepsPerCellMax || residentBytesOf(cell.pid) > restShareMax * memoryBytesMax
}
