import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { resealKeys } from '../flow/reseal-keys.ts'

/** Master keys change with the configuration, that is at a start; later runs find nothing to do. */
const everyMs = 24 * 3_600_000

export function startResealing(ctx: Context) {
  return runPeriodically('reseal', { everyMs, work: () => resealKeys(ctx), log: ctx.log })
}
