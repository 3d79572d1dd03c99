/**
 * Breaks a distributed set-up while guests, accounts, keys and programs work on it: `npm run chaos -- --minutes 30`. The faults take turns
 * in an order that `--seed` repeats, until the time is over; `--fault NAME` chooses those whose name begins so, `--each` says how
 * many of each there are, `--out FILE` writes the table. Fails unless after every fault nothing that was accepted is lost, credits are exact, the ledger is
 * whole, and everybody works again within a minute.
 */
import { totalOf } from '@equerre/billing/src/store/ledger-rules.ts'
import { checkLedger } from '@equerre/billing/src/store/ledger-checks.ts'
import type { BillingSchema } from '@equerre/billing/src/store/schema.ts'
import { createLog } from '@equerre/platform/log'
import { openPostgres } from '@equerre/platform/postgres'
import { startDeployment, type Deployment } from '@equerre/testkit/chaos/deployment'
import { faults, type Fault } from '@equerre/testkit/chaos/faults'
import { isPassed, runFault } from '@equerre/testkit/chaos/round'
import { inviteVisitors } from '@equerre/testkit/chaos/visitors'
import { createRandom } from '@equerre/testkit/pictures/random'
import { startServers } from '@equerre/testkit/servers'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chaosTable, type CheckedRow } from './table.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.trunc(Math.random() * 1e6)) },
    fault: { type: 'string', default: '' },
    each: { type: 'string', default: '2' },
    out: { type: 'string' },
  },
})
const chosen = Object.entries(faults).filter(([name]) => name.startsWith(values.fault))
if (chosen.length === 0)
  throw new Error(`no fault is called so; there are: ${Object.keys(faults).join('; ')}`)
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)))
})
await using cleanup = new AsyncDisposableStack()
const rows: CheckedRow[] = []
try {
  await Promise.race([breakIt(), interrupted])
} finally {
  const table = chaosTable(rows)
  console.log(`\n${table}`)
  if (values.out) writeFileSync(values.out, table)
}
if (!rows.every((row) => isPassed(row) && row.violations === 0)) process.exitCode = 1

async function breakIt(): Promise<void> {
  // Postgres as `npm start` brings it: what is committed survives a crash.
  const running = await startServers({})
  cleanup.defer(running.stop)
  const at = await startDeployment(running)
  cleanup.defer(at.stop)
  const visitors = await inviteVisitors(at, Number(values.each))
  const possible = chosen.filter(([, { needs }]) => !needs || at[needs] !== null)
  console.log(`${possible.length} of ${Object.keys(faults).length} faults, seed ${values.seed}`)
  const endMs = performance.now() + Number(values.minutes) * 60_000
  for (const fault of turns(possible, Number(values.seed))) {
    if (performance.now() > endMs) return
    const row = { ...(await runFault({ at, visitors }, fault)), violations: await violationsOf(at) }
    rows.push(row)
    console.log(chaosTable([row]).split('\n').at(-2))
  }
}

/** All of them, in another order each time. */
function* turns(all: readonly [string, Fault][], seed: number): Generator<[string, Fault]> {
  const random = createRandom(seed)
  for (;;) {
    const left = [...all]
    while (left.length > 0) yield* left.splice(random.integer(0, left.length - 1), 1)
  }
}

async function violationsOf({ product }: Deployment): Promise<number> {
  const log = createLog('chaos', 'silent')
  const db = openPostgres<BillingSchema>(product.database.urls.billing, { connectionsMax: 1, log })
  const violations = await checkLedger(db, 3_600)
  await db.destroy()
  return totalOf(violations)
}
