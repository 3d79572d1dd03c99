import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { checkNewEntries, checkWholeLedger } from '../flow/check-ledger.ts'

const everyMs = 60_000
/** Reads every entry there is. */
const wholeMsMax = 60 * 60_000

export function startCheckingLedger(ctx: Context): { close: () => Promise<void> } {
  const entries = runPeriodically('check-ledger', { everyMs, work: () => checkNewEntries(ctx), log: ctx.log })
  const whole = runPeriodically('check-whole-ledger', {
    everyMs,
    turnMsMax: wholeMsMax,
    work: () => checkWholeLedger(ctx),
    log: ctx.log,
  })
  return { close: async () => void (await Promise.all([entries.close(), whole.close()])) }
}
