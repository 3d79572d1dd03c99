import { artifactPath } from '@equerre/contract/artifact'
import { creditHeaders } from '@equerre/contract/credits'
import {
  outputFormats,
  type DetectReply,
  type IngestReply,
  type Item,
  type RectifyReply,
  type RunningJob,
} from '@equerre/contract/detourage'
import { artifactFile, type DetectResult, type RectifyResult } from '@equerre/contract/jobs'
import { Problem, type ProblemFacts } from '@equerre/contract/problems'
import type { SmallPicture } from '@equerre/contract/small-picture'
import { hasEnded, type Ingestion, type Step } from './step.ts'

/** Whole seconds between two looks at a job, sent as `Retry-After`. */
const pollSeconds = 1

export type StepAnswer = {
  readonly status: 200 | 202
  readonly headers: Readonly<Record<string, string>>
  readonly body: IngestReply | DetectReply | RectifyReply | RunningJob
}

/**
 * What a step says to its client, the same to the one who waited and to the one who polls.
 * @throws Problem of a failed step; `not_found` for a cancelled one
 */
export function stepAnswer(step: Step, ingestion: Ingestion): StepAnswer {
  if (step.problem) throw Problem.of(step.problem)
  if (step.state === 'cancelled') throw new Problem('not_found')
  if (!hasEnded(step.state)) {
    const location = `/api/v1/detourage/jobs/${step.id}`
    return {
      status: 202,
      headers: { Location: location, 'Retry-After': String(pollSeconds) },
      body: runningJob(step),
    }
  }
  return { status: 200, headers: creditHeadersOf(step), body: stepReply(step, ingestion) }
}

/** An item whose refusal has no words yet. */
export type WordlessItem = Omit<Item, 'error'> & { readonly error: ProblemFacts | null }

/** One uploaded file with the latest answers of each page. */
export function itemOf(ingestion: Ingestion, steps: readonly Step[]): WordlessItem {
  const done = steps.filter((step) => step.state === 'done')
  const latest = (kind: Step['kind'], page: number) =>
    done.findLast((step) => step.kind === kind && step.page === page)
  const pages = ingestion.pages.map((_, index) => {
    const detected = latest('detect', index + 1)
    const rectified = latest('rectify', index + 1)
    return {
      page: index + 1,
      detect: detected ? detectReply(detected) : null,
      rectify: rectified ? rectifyReply(rectified) : null,
    }
  })
  return {
    id: ingestion.id,
    name: ingestion.name,
    size: ingestion.bytes,
    status: itemStatus(ingestion, steps),
    created_at: ingestion.createdAt.toISOString(),
    expires_at: ingestion.expiresAt.toISOString(),
    ingest: ingestion.state === 'ready' ? ingestReply(ingestion) : null,
    pages,
    jobs: steps.filter((step) => !hasEnded(step.state)).map(runningJob),
    error: steps.at(-1)?.problem ?? null,
  }
}

function itemStatus(ingestion: Ingestion, steps: readonly Step[]): Item['status'] {
  const last = steps.at(-1)
  if (ingestion.state === 'receiving' || !last) return 'uploading'
  if (last.state === 'failed' || ingestion.state === 'failed') return 'error'
  const running = { ingest: 'uploading', detect: 'detecting', rectify: 'rectifying' } as const
  const ended = { ingest: 'ingested', detect: 'detected', rectify: 'done' } as const
  return (hasEnded(last.state) ? ended : running)[last.kind]
}

function runningJob(step: Step): RunningJob {
  return {
    id: step.id,
    ingestion_id: step.ingestionId,
    step: step.kind,
    state: step.state === 'dispatched' ? 'running' : 'queued',
  }
}

function creditHeadersOf(step: Step): Record<string, string> {
  if (step.kind !== 'rectify') return {}
  return {
    [creditHeaders.charged]: String(step.charged ?? 0),
    [creditHeaders.remaining]: String(step.remaining ?? 0),
  }
}

function stepReply(step: Step, ingestion: Ingestion) {
  if (step.kind === 'ingest') return ingestReply(ingestion)
  return step.kind === 'detect' ? detectReply(step) : rectifyReply(step)
}

function ingestReply(ingestion: Ingestion): IngestReply {
  const [first] = ingestion.pages
  if (!first) throw new Error(`ingestion ${ingestion.id} is ready without a page`)
  return {
    ingestion_id: ingestion.id,
    status: 'OK',
    mime: ingestion.mime,
    width: first.width,
    height: first.height,
    pages: [...ingestion.pages],
    name: ingestion.name,
    size: ingestion.bytes,
    expires_at: ingestion.expiresAt.toISOString(),
    artifacts: { preview_path: artifactPath(ingestion.id, artifactFile.preview(1)) },
  }
}

function detectReply(step: Step): DetectReply {
  const { shrunk: _, ...result } = step.result as DetectResult
  return {
    ingestion_id: step.ingestionId,
    page: step.page,
    ...result,
    mime: outputFormats.jpeg,
    artifacts: { ...shownZone(step), thumb_path: smallPath(step, 'thumb') },
  }
}

function rectifyReply(step: Step): RectifyReply {
  const { detection: _, shrunk: __, ...result } = step.result as RectifyResult
  const format = step.input.options?.format ?? 'png'
  const made = result.status !== 'NOT_FOUND'
  const warped_path = made ? artifactPath(step.ingestionId, artifactFile.warped(step.id, format)) : null
  return {
    ingestion_id: step.ingestionId,
    page: step.page,
    ...result,
    artifacts: {
      warped_path,
      screen_path: smallPath(step, 'screen'),
      thumb_path: smallPath(step, 'thumb'),
      ...shownZone(step),
    },
  }
}

/** Where a small picture of a step lies; null for what made none. */
function smallPath({ id, ingestionId, result }: Step, picture: SmallPicture): string | null {
  const shrunk = result !== null && 'shrunk' in result && result.shrunk === true
  return shrunk ? artifactPath(ingestionId, artifactFile.small(id, picture)) : null
}

function shownZone(step: Step): { viz_path: string; mask_path: string } {
  return {
    viz_path: artifactPath(step.ingestionId, artifactFile.viz(step.id)),
    mask_path: artifactPath(step.ingestionId, artifactFile.mask(step.id)),
  }
}
