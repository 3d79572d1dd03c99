import type { StepKind } from '@equerre/contract/detourage'
import { StepOutcome, VisionJob, type JobOf, type ResultOf } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { detect } from '../flow/detect.ts'
import { ingest } from '../flow/ingest.ts'
import { rectify } from '../flow/rectify.ts'
import { refusal } from './refusal.ts'

type Jobs = { readonly [Kind in StepKind]: JobOf<Kind> }
type Flows = { readonly [Kind in StepKind]: (job: Jobs[Kind], ctx: Context) => Promise<ResultOf<Kind>> }

const flows: Flows = { ingest, detect, rectify }

/**
 * Runs one step to its outcome. A refusal is an outcome, because trying again would not help; any other error is
 * thrown, so that the job fails and is given another try. So is an outcome that breaks the contract, here and not where it
 * is written down: there it would be handed over again and again.
 */
export async function runStep(data: unknown, ctx: Context): Promise<StepOutcome> {
  const job = VisionJob.parse(data)
  try {
    const { step: kind, stepId, ingestionId } = job
    return StepOutcome.parse({ kind, stepId, ingestionId, result: await resultOf(job, ctx) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refusal(job, error)
  }
}

function resultOf<Kind extends StepKind>(
  job: Jobs[Kind] & { readonly step: Kind },
  ctx: Context,
): Promise<ResultOf<Kind>> {
  const flow: Flows[Kind] = flows[job.step]
  return flow(job, ctx)
}
