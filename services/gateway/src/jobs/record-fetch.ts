import { CourierReport, courierResultsQueue } from '@equerre/contract/courier'
import { startWorker } from '@equerre/platform/queue'
import { inSpan } from '@equerre/platform/trace'
import type { Context } from '../context.ts'
import { recordFetch } from '../flow/record-fetch.ts'

const concurrency = 8

/** Records what the courier reports, until closed. A report that fails to parse stays with the failed jobs; the relay asks again. */
export function startRecordingFetches(ctx: Context): { close: () => Promise<void> } {
  return startWorker({
    queue: courierResultsQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency,
    log: ctx.log,
    handle: async (data) => {
      const report = CourierReport.parse(data)
      const { traceparent: parent, stepId } = report
      await inSpan({ name: 'record fetch', parent, facts: { stepId } }, () => recordFetch(ctx, report))
    },
  })
}
