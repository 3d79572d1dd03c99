import { resultsQueue, StepOutcome } from '@equerre/contract/jobs'
import { startWorker } from '@equerre/platform/queue'
import { inSpan } from '@equerre/platform/trace'
import type { Context } from '../context.ts'
import { recordResult } from '../flow/record-result.ts'

const concurrency = 8

export function startRecordingResults(ctx: Context) {
  return startWorker({
    queue: resultsQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency,
    log: ctx.log,
    handle: (data) => {
      const outcome = StepOutcome.parse(data)
      const { traceparent: parent, stepId } = outcome
      return inSpan({ name: 'record result', parent, facts: { stepId } }, () => recordResult(ctx, outcome))
    },
  })
}
