import { bulkFetchQueue, FetchJob, fetchQueue } from '@equerre/contract/courier'
import { isQueueEmpty, Postponed, startWorker, type Watch } from '@equerre/platform/queue'
import { inSpan } from '@equerre/platform/trace'
import type { Context } from '../context.ts'
import { fetchFile } from '../flow/fetch-file.ts'

/** The part of the slots that batches may have, beside the others: what they fetch takes bandwidth too. */
const bulkShare = 1 / 4

/** Fetches files from addresses until closed: those of batches only while no other address waits. */
export function startFetching(ctx: Context): { close: () => Promise<void> } {
  const { REDIS_URL: redisUrl, COURIER_SLOTS: slots } = ctx.config
  const fetch = async (data: unknown, { unwanted }: Watch) => {
    const job = FetchJob.parse(data)
    const { traceparent: parent, stepId, requestId } = job
    await inSpan({ name: 'fetch', parent, facts: { stepId, requestId } }, () => fetchFile(ctx, job, unwanted))
  }
  const single = startWorker({
    queue: fetchQueue,
    redisUrl,
    concurrency: slots,
    log: ctx.log,
    handle: fetch,
  })
  const bulk = startWorker({
    queue: bulkFetchQueue,
    redisUrl,
    concurrency: Math.ceil(slots * bulkShare),
    log: ctx.log,
    handle: async (data, watch) => {
      const isItsTurn = await isQueueEmpty(ctx.redis, fetchQueue).catch(() => false)
      if (!isItsTurn) throw new Postponed('others go first')
      await fetch(data, watch)
    },
  })
  return { close: () => Promise.all([single.close(), bulk.close()]).then(() => {}) }
}
