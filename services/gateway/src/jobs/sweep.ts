import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { repeatErasures } from '../flow/keep-erasures.ts'
import { sweepOrphans } from '../flow/sweep-orphans.ts'
import { sweep } from '../flow/sweep.ts'

const everyMs = 10_000
const orphansEveryMs = 3_600_000
/** These two walk through the whole storage. */
const listingMsMax = 6 * 3_600_000
/** First at startup, when a backup may just have been restored. */
const erasuresEveryMs = 3_600_000

export function startSweeps(ctx: Context) {
  const sweeps = runPeriodically('sweep', { everyMs, work: (late) => sweep(ctx, late), log: ctx.log })
  const orphans = runPeriodically('orphan sweep', {
    everyMs: orphansEveryMs,
    turnMsMax: listingMsMax,
    // A little less than the time between two turns, or every other one would come too early.
    work: (late) => sweepOrphans(ctx, { late, pauseS: (0.9 * orphansEveryMs) / 1_000 }),
    log: ctx.log,
  })
  const erasures = runPeriodically('repeated erasures', {
    everyMs: erasuresEveryMs,
    turnMsMax: listingMsMax,
    work: () => repeatErasures(ctx),
    log: ctx.log,
  })
  return {
    close: () => Promise.all([sweeps, orphans, erasures].map((series) => series.close())).then(() => {}),
  }
}
