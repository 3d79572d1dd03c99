import { erasureQueue, ErasureJob } from '@equerre/contract/identity'
import { startWorker } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import { eraseOwner } from '../flow/erase-owner.ts'

const concurrency = 1

export function startErasing(ctx: Context) {
  return startWorker({
    queue: erasureQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency,
    log: ctx.log,
    handle: (data) => eraseOwner(ctx, ErasureJob.parse(data).userId),
  })
}
