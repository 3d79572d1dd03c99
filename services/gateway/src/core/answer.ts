import { creditHeaders } from '@equerre/contract/credits'
import type { RunningJob, StepReply } from '@equerre/contract/detourage'
import type { DocumentItem, Item } from '@equerre/contract/item'
import type { Limits } from '@equerre/contract/limits'
import { Problem, type ProblemFacts } from '@equerre/contract/problems'
import { capturedQuads, freeCorrectionsLeft } from './free-corrections.ts'
import { freeRenderingsLeft } from './render-request.ts'
import { detectReply, ingestReply, rectifyReply } from './replies.ts'
import { rowOf } from './step-kinds.ts'
import {
  awaitsText,
  captureIdOf,
  documentOf,
  hasEnded,
  isDone,
  isSettled,
  readsFirst,
  type Done,
  type Ingestion,
  type Step,
} from './step.ts'

export type StepAnswer = {
  readonly status: 200 | 202
  readonly headers: Readonly<Record<string, string>>
  readonly body: StepReply | RunningJob
  /** Until when its files are kept. */
  readonly expiresAt: Date
}

/** Of a step that has not ended: whole seconds until the next poll, and how many of the steps that it waits for have ended. */
type Underway = { readonly pollSeconds: number; readonly ended: number }

/**
 * A step's answer, the same for a client who waited as for one who polls.
 * @throws Problem of a failed step; `not_found` for a cancelled one
 */
export function stepAnswer(
  step: Step,
  ingestion: Ingestion,
  { pollSeconds, ended }: Underway = { pollSeconds: 1, ended: 0 },
): StepAnswer {
  const { expiresAt } = ingestion
  if (step.problem) throw Problem.of(step.problem)
  if (step.state === 'cancelled') throw new Problem('not_found')
  if (!isDone(step) || awaitsText(step)) {
    const location = `/api/v1/detourage/${step.kind === 'assemble' ? 'assemblies' : 'jobs'}/${step.id}`
    return {
      status: 202,
      headers: { Location: location, 'Retry-After': String(pollSeconds) },
      body: { ...runningJob(step), ...pagesRead(step, ended) },
      expiresAt,
    }
  }
  return { status: 200, headers: creditHeadersOf(step), body: rowOf(step).reply(step, ingestion), expiresAt }
}

/** An item whose error is not yet put into words. */
export type UntranslatedItem = Omit<Item, 'error'> & { readonly error: ProblemFacts | null }

type FreeLimits = Pick<Limits, 'freeCorrectionsPerCapture' | 'renderingsPerCapture'>

/** An uploaded file with the latest answers of each page. */
export function itemOf(ingestion: Ingestion, steps: readonly Step[], limits: FreeLimits): UntranslatedItem {
  return {
    id: ingestion.id,
    name: ingestion.name,
    size: ingestion.bytes,
    status: itemStatus(ingestion, steps),
    created_at: ingestion.createdAt.toISOString(),
    expires_at: ingestion.expiresAt.toISOString(),
    ingest: ingestion.state === 'ready' ? ingestReply(ingestion) : null,
    pages: ingestion.pages.map((_, index) => pageOf(index + 1, steps, limits)),
    jobs: steps.filter((step) => !hasEnded(step.state)).map(runningJob),
    error: steps.findLast(isOfPage)?.problem ?? null,
  }
}

function pageOf(page: number, steps: readonly Step[], limits: FreeLimits): UntranslatedItem['pages'][number] {
  const done = steps.filter((step) => step.page === page).filter(isDone)
  const detect = done.findLast((step) => step.kind === 'detect')
  const rectified = done.filter((step) => step.kind === 'rectify')
  const last = rectified.at(-1)
  const documents = [...Map.groupBy(rectified, documentOf)]
    .toSorted(([a], [b]) => a - b)
    .map(([, of]) => documentItem(of.at(-1)!, steps, limits))
  const lastDocument = documents.find(({ rectify }) => rectify.id === last?.id)
  return {
    page,
    detect: detect ? detectReply(detect) : null,
    rectify: lastDocument?.rectify ?? null,
    free_corrections: lastDocument?.free_corrections ?? 0,
    free_renderings: lastDocument?.free_renderings ?? 0,
    documents,
  }
}

/** @param rectify the last of its document */
function documentItem(rectify: Done<'rectify'>, steps: readonly Step[], limits: FreeLimits): DocumentItem {
  const document = documentOf(rectify)
  const history = { steps, page: rectify.page, document }
  return {
    document,
    rectify: rectifyReply(rectify),
    free_corrections: freeCorrectionsLeft({ ...history, freePerCapture: limits.freeCorrectionsPerCapture }),
    free_renderings: freeRenderingsLeft(captureIdOf(rectify), steps, limits.renderingsPerCapture),
    captured: capturedQuads(history),
  }
}

function itemStatus(ingestion: Ingestion, steps: readonly Step[]): Item['status'] {
  const last = steps.findLast(isOfPage)
  if (ingestion.state === 'receiving' || !last) return 'uploading'
  if (last.state === 'failed' || ingestion.state === 'failed') return 'error'
  return rowOf(last).status[isSettled(last) ? 'ended' : 'running']
}

/** A page without its text is still a page: its own step tells what became of the file. */
function isOfPage({ kind }: Step): boolean {
  return kind !== 'read'
}

function runningJob(step: Step): RunningJob {
  return {
    id: step.id,
    ingestion_id: step.ingestionId,
    step: step.kind,
    state: step.state === 'dispatched' ? 'running' : 'queued',
  }
}

function pagesRead(step: Step, done: number): Pick<RunningJob, 'pages_read'> {
  const total = readsFirst(step).length
  return total > 0 ? { pages_read: { done, total } } : {}
}

function creditHeadersOf(step: Step): Record<string, string> {
  if (rowOf(step).charge === null) return {}
  return {
    [creditHeaders.charged]: String(step.charged ?? 0),
    [creditHeaders.remaining]: String(step.remaining ?? 0),
  }
}
