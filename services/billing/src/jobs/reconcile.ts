import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { reconcile } from '../flow/reconcile.ts'

export function startReconciling(ctx: Context): { close: () => Promise<void> } {
  const work = async () => {
    await reconcile(ctx)
  }
  return runPeriodically('reconcile', { everyMs: ctx.config.RECONCILE_SECONDS * 1_000, work, log: ctx.log })
}
