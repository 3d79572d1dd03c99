import { IngestJob, type StepOutcome } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { ingest } from '../flow/ingest.ts'

/** One job of the step `ingest`. */
export async function runIngest(data: unknown, ctx: Context): Promise<StepOutcome> {
  const job = IngestJob.parse(data)
  return { kind: 'ingest', stepId: job.stepId, ingestionId: job.ingestionId, result: await ingest(job, ctx) }
}
