import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { beginChecking, noteNew, noteWhole, readMark } from '../store/check-marks.ts'
import { checkLedger } from '../store/ledger-checks.ts'
import {
  checkEntries,
  isSettled,
  readBorder,
  storeBalances,
  updateOpenHolds,
  type Border,
} from '../store/new-entries.ts'

/** How long after its deadline the relay may take to end a step. */
const holdGraceS = 60
/** Takes some tenths of a second; a billing that was away catches up in many. */
const batchEntries = 5_000
/** An order is paid at the beginning of the transaction that books its credits. */
const paidLagMs = 15 * 60_000
const settlePollMs = 50
const settleMsMax = 20_000

export type Checks = Pick<Context, 'db' | 'checksDb' | 'config'>

/**
 * Checks all entries up to now that are not checked yet, unless another process is at it. A check that fails leaves its entries
 * to the next one.
 */
export async function checkEntriesUpToNow(ctx: Checks): Promise<void> {
  const border = await settledBorder(ctx)
  let isLeft = true
  while (isLeft) isLeft = await checkBatch(ctx, border)
}

/** Checks all entries, orders and wallets that there are, unless another process is at it. */
export function checkAll({ checksDb, config }: Checks): Promise<void> {
  return checksDb.transaction().execute(async (tx) => {
    if (!(await beginChecking(tx, 'whole'))) return
    const begunAt = new Date()
    const found = await checkLedger(tx, config.limits.stepSecondsMax + holdGraceS)
    await noteWhole(tx, { begunAt, found })
  })
}

/** Where the ledger ends now, once everything up to there is visible. */
async function settledBorder({ db }: Checks): Promise<Border> {
  const border = await readBorder(db)
  const deadline = Date.now() + settleMsMax
  while (!(await isSettled(db, border))) {
    if (Date.now() > deadline) throw new Error('a transaction that began before the check does not end')
    await sleep(settlePollMs)
  }
  return border
}

/** @returns whether entries up to the border are left */
function checkBatch({ db, config }: Checks, border: Border): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await beginChecking(tx, 'new'))) return false
    const mark = await readMark(tx, 'new')
    const from = mark.entryId ?? 0
    if (from > border.entryId) return false
    const range = { from, to: Math.min(from + batchEntries, border.entryId) }
    const isLast = range.to === border.entryId
    await updateOpenHolds(tx, range)
    const found = await checkEntries(tx, range, {
      paidSince: new Date((mark.checkedAt?.getTime() ?? 0) - paidLagMs),
      holdSecondsMax: config.limits.stepSecondsMax + holdGraceS,
    })
    await storeBalances(tx, range)
    await noteNew(tx, { entryId: range.to, checkedAt: isLast ? border.at : null, found })
    return !isLast
  })
}
