import type { StepKind } from '@equerre/contract/detourage'
import { StepOutcome, VisionJob, type JobOf, type ResultOf } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { assemble } from '../flow/assemble.ts'
import { detect } from '../flow/detect.ts'
import { ingest } from '../flow/ingest.ts'
import { read } from '../flow/read.ts'
import { rectify } from '../flow/rectify.ts'
import { refusal } from './refusal.ts'

type Jobs = { readonly [Kind in StepKind]: JobOf<Kind> }
type Flows = { readonly [Kind in StepKind]: (job: Jobs[Kind], ctx: Context) => Promise<ResultOf<Kind>> }

const flows: Flows = { ingest, detect, rectify, read, assemble }

/**
 * Runs one step to its outcome. A refusal is an outcome, because retrying would not help; any other error is thrown, so that
 * the job fails and is retried. An outcome that breaks the contract also throws, here rather than where it is recorded:
 * there it would be redelivered for ever.
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
