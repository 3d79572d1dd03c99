import { DeliveryOutcome, deliveryResultsQueue } from '@equerre/contract/deliveries'
import { runPeriodically } from '@equerre/platform/periodic'
import { startWorker } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import { deliverDue } from '../flow/deliver.ts'
import { resealSecrets } from '../flow/reseal-secrets.ts'
import { recordDelivery } from '../flow/record-delivery.ts'

/** Nobody is told later than this because of us; one query by an index when there is nothing to tell. */
const everyMs = 1_000
const concurrency = 8
const resealEveryMs = 24 * 3_600_000

export function startDelivering(ctx: Context) {
  const deliver = () => ctx.turns('deliveries', () => deliverDue(ctx))
  const due = runPeriodically('deliveries', { everyMs, work: deliver, log: ctx.log })
  const outcomes = startWorker({
    queue: deliveryResultsQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency,
    log: ctx.log,
    handle: async (data) => {
      await recordDelivery(ctx, DeliveryOutcome.parse(data))
      // There is room for another one. If that fails, the next turn sees to it.
      await deliver().catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'deliveries wait for the next turn'),
      )
    },
  })
  // Keys change with the configuration, that is at a start; later turns find nothing to do.
  const resealing = runPeriodically('reseal webhooks', {
    everyMs: resealEveryMs,
    work: () => resealSecrets(ctx),
    log: ctx.log,
  })
  return {
    close: () => Promise.all([due, outcomes, resealing].map((series) => series.close())).then(() => {}),
  }
}
