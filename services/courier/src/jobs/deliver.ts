import { deliveriesQueue, DeliveryJob } from '@equerre/contract/deliveries'
import { startWorker } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import { deliver } from '../flow/deliver.ts'

/** Delivers events until closed. */
export function startDelivering(ctx: Context): { close: () => Promise<void> } {
  return startWorker({
    queue: deliveriesQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency: ctx.config.COURIER_SLOTS,
    log: ctx.log,
    handle: (data) => deliver(ctx, DeliveryJob.parse(data)),
  })
}
