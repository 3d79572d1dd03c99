import { runPeriodically } from '@equerre/platform/periodic'
import type { Context } from '../context.ts'
import { relayBatches } from '../flow/relay-batches.ts'
import { relay } from '../flow/relay.ts'

const everyMs = 5_000
/** Batches have no other clock than this one. */
const batchesEveryMs = 1_000

export function startRelay(ctx: Context) {
  const { log } = ctx
  const series = [
    runPeriodically('relay', { everyMs, work: () => relay(ctx), log }),
    runPeriodically('batches', { everyMs: batchesEveryMs, work: () => relayBatches(ctx), log }),
  ]
  return { close: () => Promise.all(series.map((each) => each.close())).then(() => {}) }
}
