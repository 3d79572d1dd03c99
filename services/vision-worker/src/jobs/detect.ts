import { DetectJob, type StepOutcome } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { detect } from '../flow/detect.ts'

/** One job of the step `detect`. */
export async function runDetect(data: unknown, ctx: Context): Promise<StepOutcome> {
  const job = DetectJob.parse(data)
  return { kind: 'detect', stepId: job.stepId, ingestionId: job.ingestionId, result: await detect(job, ctx) }
}
