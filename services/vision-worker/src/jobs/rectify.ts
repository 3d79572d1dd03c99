import { RectifyJob, type StepOutcome } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { rectify } from '../flow/rectify.ts'

/** One job of the step `rectify`. */
export async function runRectify(data: unknown, ctx: Context): Promise<StepOutcome> {
  const job = RectifyJob.parse(data)
  return {
    kind: 'rectify',
    stepId: job.stepId,
    ingestionId: job.ingestionId,
    result: await rectify(job, ctx),
  }
}
