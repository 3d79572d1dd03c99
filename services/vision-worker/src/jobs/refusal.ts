import type { StepOutcome, VisionJob } from '@equerre/contract/jobs'
import type { Problem } from '@equerre/contract/problems'
import { renderProblem } from '@equerre/words/render-problem'

/** The outcome of a refused step; `reason` is for the log. */
export function refusal(
  { stepId, ingestionId }: VisionJob,
  problem: Problem,
  reason = whyOf(problem),
): StepOutcome {
  const { code, detail } = renderProblem(problem.facts, 'fr')
  return { kind: 'problem', stepId, ingestionId, code, detail, problem: problem.facts, reason }
}

function whyOf({ cause, message }: Problem): string {
  return cause instanceof Error ? cause.message : message
}
