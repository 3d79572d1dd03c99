import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { relay } from '../flow/relay.ts'

const everyMs = 5_000

export function startRelay(ctx: Context) {
  return runPeriodically('relay', { everyMs, work: () => relay(ctx), log: ctx.log })
}
