import { gauge } from '@equerre/platform/metrics'
import type { Context } from '../context.ts'
import { checkLedger as check, summarizeHolds } from '../store/ledger-checks.ts'

const violations = gauge('ledger_invariant_violations', 'Violations found by the last check, by invariant', [
  'invariant',
])
const holdsOpen = gauge('holds_open', 'Credits held for steps that have not ended', [])
const oldestHoldSeconds = gauge('hold_oldest_seconds', 'Age of the oldest hold', [])
const checkedAt = gauge('ledger_checked_timestamp_seconds', 'When the last check ended', [])

/** How long after its deadline the relay may take to end a step. */
const holdGraceS = 60

/** Checks the ledger's invariants and keeps the result for monitoring; any violation is an alarm. */
export async function checkLedger(ctx: Context): Promise<void> {
  const found = await check(ctx.checksDb, ctx.config.limits.stepSecondsMax + holdGraceS)
  ctx.lastCheck.current = found
  for (const [invariant, count] of Object.entries(found.violations)) violations.set({ invariant }, count)
  const holds = await summarizeHolds(ctx.checksDb)
  holdsOpen.set(holds.open)
  oldestHoldSeconds.set(holds.oldestSeconds)
  checkedAt.set(found.checkedAt.getTime() / 1_000)
  if (found.total > 0) ctx.log.error({ violations: found.violations }, 'the ledger breaks its invariants')
}
