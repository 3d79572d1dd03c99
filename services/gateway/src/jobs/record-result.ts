import { resultsQueue, StepOutcome, UnfitOutcome } from '@equerre/contract/jobs'
import { isRefusedValue } from '@equerre/platform/postgres'
import { Postponed, startWorker } from '@equerre/platform/queue'
import { StorageError } from '@equerre/platform/storage/error'
import { inSpan } from '@equerre/platform/trace'
import { ZodError } from 'zod'
import type { Context } from '../context.ts'
import { FalseReport, recordResult } from '../flow/record-result.ts'
import { rejectResult } from '../flow/reject-result.ts'

const concurrency = 8

export function startRecordingResults(ctx: Context) {
  return startWorker({
    queue: resultsQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency,
    log: ctx.log,
    handle: (data) => record(ctx, data),
  })
}

/** A result that can never be recorded is a failed attempt; for any other error the queue retries. */
async function record(ctx: Context, data: unknown): Promise<void> {
  try {
    const outcome = StepOutcome.parse(data)
    const { traceparent: parent, stepId } = outcome
    await inSpan({ name: 'record result', parent, facts: { stepId } }, () => recordResult(ctx, outcome))
  } catch (error) {
    // Nothing is wrong with the result: it waits for the storage, which does not count as an attempt.
    if (error instanceof StorageError) throw new Postponed('the storage failed', { cause: error })
    const unfit = error instanceof ZodError || error instanceof FalseReport || isRefusedValue(error)
    if (!unfit || !(await rejectResult(ctx, UnfitOutcome.parse(data), error))) throw error
  }
}
