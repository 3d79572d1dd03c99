/** The table of decision 74: what a rate takes, from what a page was measured to cost. `node infra/checks/deployment/growth.ts` prints it. */
import { sizeFor } from './sizing.ts'

const rates = [10, 100, 1_000] as const
const daySeconds = 86_400
const stepsEach = 3
/** A hold and its capture. */
const entriesEach = 2

/** Of one page from upload to PNG, as the decision measured it; the two of a pair are the least and the most that was seen. */
const page = {
  postgresCpu: [0.02, 0.04],
  redisCpu: [0.006, 0.013],
  redisCommands: 426,
  transactions: 41,
  rowsWritten: 16,
  walKilobytes: 18,
  storageWrites: 14,
  storageReads: 5,
  storedMegabytes: 14,
} as const

const rows: Readonly<Record<string, (rate: number) => string>> = {
  'cores of workers': (rate) => {
    const { ingest, detect, rectify } = sizeFor(rate)
    return number(ingest + detect + rectify)
  },
  gateways: (rate) => number(sizeFor(rate).gateways),
  'cores of Postgres, at work': (rate) => range(page.postgresCpu, rate),
  'cores of Redis, at work': (rate) => range(page.redisCpu, rate),
  'connections to Postgres': (rate) => number(sizeFor(rate).connections),
  'Redis commands a second': (rate) => number(rate * page.redisCommands),
  'transactions a second': (rate) => number(rate * page.transactions),
  'rows written a second': (rate) => number(rate * page.rowsWritten),
  'notifications delivered a second': (rate) => number(rate * stepsEach * sizeFor(rate).gateways),
  'WAL, MB a second': (rate) => number((rate * page.walKilobytes) / 1_000),
  'WAL, GB a day': (rate) => number((rate * page.walKilobytes * daySeconds) / 1_000_000),
  'steps a day, million': (rate) => number((rate * stepsEach * daySeconds) / 1_000_000),
  'ledger entries a day, million': (rate) => number((rate * entriesEach * daySeconds) / 1_000_000),
  'storage, writes a second': (rate) => number(rate * page.storageWrites),
  'storage, reads a second': (rate) => number(rate * page.storageReads),
  'storage, TB kept for 24 h': (rate) => number((rate * page.storedMegabytes * daySeconds) / 1_000_000),
}

export function renderGrowth(): string {
  return [
    `| pages a second | ${rates.map(number).join(' | ')} |`,
    `| --- |${' --- |'.repeat(rates.length)}`,
    ...Object.entries(rows).map(([name, of]) => `| ${[name, ...rates.map(of)].join(' | ')} |`),
  ].join('\n')
}

function range([least, most]: readonly [number, number], rate: number): string {
  return `${number(least * rate)} to ${number(most * rate)}`
}

/** Two digits below ten, whole numbers above. */
function number(value: number): string {
  return value.toLocaleString(
    'en',
    value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 },
  )
}

if (import.meta.main) console.log(renderGrowth())
