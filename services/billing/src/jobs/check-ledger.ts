import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { checkLedger } from '../flow/check-ledger.ts'

const everyMs = 60_000

export function startCheckingLedger(ctx: Context): { close: () => Promise<void> } {
  return runPeriodically('check-ledger', { everyMs, work: () => checkLedger(ctx), log: ctx.log })
}
