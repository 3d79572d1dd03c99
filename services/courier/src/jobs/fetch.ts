import { FetchJob, fetchQueue } from '@equerre/contract/courier'
import { startWorker } from '@equerre/platform/queue'
import { inSpan } from '@equerre/platform/trace'
import type { Context } from '../context.ts'
import { fetchFile } from '../flow/fetch-file.ts'

/** Fetches files from addresses until closed. */
export function startFetching(ctx: Context): { close: () => Promise<void> } {
  return startWorker({
    queue: fetchQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency: ctx.config.COURIER_SLOTS,
    log: ctx.log,
    handle: async (data, { unwanted }) => {
      const job = FetchJob.parse(data)
      const { traceparent: parent, stepId, requestId } = job
      await inSpan({ name: 'fetch', parent, facts: { stepId, requestId } }, () =>
        fetchFile(ctx, job, unwanted),
      )
    },
  })
}
