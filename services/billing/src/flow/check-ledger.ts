import type { Context } from '../context.ts'
import { checkLedger as check } from '../store/ledger-checks.ts'

/** How long after its deadline a step may take to be ended by the relay. */
const holdGraceS = 60

/** Looks whether the ledger is what it must be, and remembers the answer for whoever watches; any violation is an alarm. */
export async function checkLedger(ctx: Context): Promise<void> {
  const found = await check(ctx.db, ctx.config.limits.stepSecondsMax + holdGraceS)
  ctx.lastCheck.current = found
  if (found.total > 0) ctx.log.error({ violations: found.violations }, 'the ledger breaks its invariants')
}
