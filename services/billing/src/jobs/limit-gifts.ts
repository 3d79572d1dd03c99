import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { limitGifts } from '../flow/limit-gifts.ts'

/** At the start and periodically, because the database may be down then, or restored from an older backup later. */
const everyMs = 60_000

export function startLimitingGifts(ctx: Context): { close: () => Promise<void> } {
  return runPeriodically('limit-gifts', { everyMs, work: () => limitGifts(ctx), log: ctx.log })
}
