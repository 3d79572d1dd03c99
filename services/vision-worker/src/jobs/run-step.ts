import { StepOutcome, VisionJob } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { runDetect } from './detect.ts'
import { runIngest } from './ingest.ts'
import { runRectify } from './rectify.ts'
import { refusal } from './refusal.ts'

const steps = { ingest: runIngest, detect: runDetect, rectify: runRectify }

/**
 * Runs one step to its outcome. A refusal is an outcome, because trying again would not help; any other error is
 * thrown, so that the job fails and is given another try. So is an outcome that breaks the contract, here and not where it
 * is written down: there it would be handed over again and again.
 */
export async function runStep(data: unknown, ctx: Context): Promise<StepOutcome> {
  const job = VisionJob.parse(data)
  try {
    return StepOutcome.parse(await steps[job.step](job, ctx))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refusal(job, error)
  }
}
