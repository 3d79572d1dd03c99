import { isPassed, type Row } from '@equerre/testkit/chaos/round'

/** @param violations what the check of the ledger found afterwards */
export type CheckedRow = Row & { readonly violations: number }

const head = ['fault', 'accepted', 'finished', 'lost', 'charged / due', 'ledger', 'recovery', '']

/** The rows as a table in Markdown, with what went wrong at the end of each. */
export function chaosTable(rows: readonly CheckedRow[]): string {
  const lines = [
    head,
    head.map((title) => (title === 'fault' || title === '' ? '---' : '--:')),
    ...rows.map(cellsOf),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function cellsOf(row: CheckedRow): string[] {
  const { fault, accepted, finished, lost, charged, due, violations, recoverySeconds } = row
  return [
    fault,
    String(accepted),
    String(finished),
    String(lost.length),
    `${charged} / ${due}`,
    violations === 0 ? 'whole' : `${violations} violations`,
    recoverySeconds === null ? 'none' : `${recoverySeconds.toFixed(0)} s`,
    troublesOf(row),
  ]
}

function troublesOf(row: CheckedRow): string {
  const troubles = [
    ...row.lost,
    ...row.refused.map((what) => `refused ${what}`),
    ...(row.exact ? [] : ['credits inexact']),
  ]
  if (troubles.length > 0) return [...new Set(troubles)].join('; ')
  return isPassed(row) && row.violations === 0 ? '' : 'failed'
}
