import type { EventType, StepEventData } from '@equerre/contract/events'
import type { StepKind } from '@equerre/contract/detourage'
import { codeOf } from '@equerre/contract/problems'
import { rectifyStatus } from './replies.ts'
import { isDone, type Step } from './step.ts'

/** Names of what a step does, as events have them. A page is read along with its rectification. */
const nouns = {
  ingest: 'ingestion',
  detect: 'detection',
  rectify: 'rectification',
  assemble: 'assembly',
} as const satisfies Record<Exclude<StepKind, 'read'>, string>

export type StepEvent = {
  readonly type: Exclude<EventType, 'credits.low' | `batch.${string}`>
  readonly data: StepEventData
}

/**
 * What there is to tell of a step that has ended, first how it ended; nothing of a reading.
 * @param test whether it was asked for with a test key
 */
export function eventsOf(step: Step, test: boolean): StepEvent[] {
  const { kind } = step
  if (kind === 'read') return []
  const data = dataOf(step, test)
  const type = `${nouns[kind]}.${step.state === 'done' ? 'finished' : 'failed'}` as const
  const review = data.status === 'REVIEW_REQUIRED' ? [{ type: 'review.required' as const, data }] : []
  return [{ type, data }, ...review]
}

function dataOf(step: Step, test: boolean): StepEventData {
  const { id, ingestionId, page, charged, problem } = step
  return {
    job_id: id,
    job_path: `/api/v1/detourage/jobs/${id}`,
    ingestion_id: ingestionId,
    page,
    status: statusOf(step),
    code: step.state === 'cancelled' ? 'cancelled' : problem && codeOf(problem.sentence),
    credits_charged: charged ?? 0,
    test,
  }
}

function statusOf(step: Step): StepEventData['status'] {
  if (!isDone(step)) return null
  if (step.kind === 'rectify') return rectifyStatus(step)
  return step.kind === 'detect' ? step.result.status : 'OK'
}
