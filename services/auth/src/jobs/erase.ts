import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { finishErasures } from '../flow/erase-account.ts'

const everyMs = 5_000

export function startErasures(ctx: Context) {
  return runPeriodically('erasures', { everyMs, work: () => finishErasures(ctx), log: ctx.log })
}
