import { gauge } from '@equerre/platform/metrics'
import type { Context } from '../context.ts'
import { isWholeCheckDue } from '../core/whole-check.ts'
import { readMark } from '../store/check-marks.ts'
import { mergeViolations, totalOf } from '../store/ledger-rules.ts'
import { summarizeHolds } from '../store/new-entries.ts'
import { checkAll, checkEntriesUpToNow } from './check-entries.ts'

const violationsFound = gauge(
  'ledger_invariant_violations',
  'Violations found by the last check of the whole ledger or since, by invariant',
  ['invariant'],
)
const holdsOpen = gauge('holds_open', 'Credits held for steps that have not ended', [])
const oldestHoldSeconds = gauge('hold_oldest_seconds', 'Age of the oldest hold', [])
const checkedAt = gauge('ledger_checked_timestamp_seconds', 'Until when all new entries are checked', [])
const wholeCheckedAt = gauge(
  'ledger_whole_checked_timestamp_seconds',
  'When the last check of the whole ledger began; 0 before the first',
  [],
)

/** Of several processes, one that comes this soon after another leaves the entries to it. */
const enoughMs = 50_000

/** Checks the entries since the last check and tells monitoring; any violation is an alarm. */
export async function checkNewEntries(ctx: Context): Promise<void> {
  const { checkedAt: last } = await readMark(ctx.db, 'new')
  if (!last || last.getTime() < Date.now() - enoughMs) await checkEntriesUpToNow(ctx)
  await publish(ctx)
}

/** Checks the whole ledger when that is due: every night, and more often while it is broken. */
export async function checkWholeLedger(ctx: Context): Promise<void> {
  const { whole, violations } = await readState(ctx)
  const broken = totalOf(violations) > 0
  if (!isWholeCheckDue({ checkedAt: whole.checkedAt, broken, now: new Date() })) return
  await checkAll(ctx)
  await publish(ctx)
}

/** What is known of the ledger, whichever process has checked it. */
async function readState({ db }: Context) {
  const [entries, whole] = await Promise.all([readMark(db, 'new'), readMark(db, 'whole')])
  return { entries, whole, violations: mergeViolations(entries.violations, whole.violations) }
}

async function publish(ctx: Context): Promise<void> {
  const { entries, whole, violations } = await readState(ctx)
  const holds = await summarizeHolds(ctx.db)
  const total = totalOf(violations)
  ctx.lastCheck.current = { checkedAt: entries.checkedAt, violations, total }
  for (const [invariant, count] of Object.entries(violations)) violationsFound.set({ invariant }, count)
  holdsOpen.set(holds.open)
  oldestHoldSeconds.set(holds.oldestSeconds)
  checkedAt.set((entries.checkedAt?.getTime() ?? 0) / 1_000)
  wholeCheckedAt.set((whole.checkedAt?.getTime() ?? 0) / 1_000)
  if (total > 0) ctx.log.error({ violations }, 'the ledger breaks its invariants')
}
