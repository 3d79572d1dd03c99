import type { Corners } from '@equerre/contract/detourage'
import type { DetectReply, IngestReply, RectifyReply } from '../api/steps.ts'
import { tilesOf } from './arrangement.ts'
import { documentCards, pageCards } from './documents.ts'
import { isCorrectable, isFolder, newJob, runningStep, stepKinds, stepStatuses } from './job.ts'
import type { Failure, Hold, Job, NewJob } from './job.ts'
import type { Options } from './intake/options.ts'
import { renderingEvent } from './look/rendered.ts'
import type { RenderingEvent } from './look/rendered.ts'

export type JobEvent =
  | { readonly type: 'added'; readonly jobs: readonly NewJob[]; readonly held: Hold | null }
  | { readonly type: 'restored'; readonly jobs: readonly Job[] }
  | { readonly type: 'started'; readonly id: string; readonly options: Options }
  | { readonly type: 'progressed'; readonly id: string; readonly ratio: number }
  | { readonly type: 'received'; readonly id: string; readonly ingestionId: string }
  | { readonly type: 'ingested'; readonly id: string; readonly reply: IngestReply; readonly tookMs: number }
  | { readonly type: 'detected'; readonly id: string; readonly reply: DetectReply; readonly tookMs: number }
  | RectifiedEvent
  | RenderingEvent
  | { readonly type: 'failed'; readonly id: string; readonly failure: Failure }
  | { readonly type: 'retried'; readonly id: string }
  | {
      readonly type: 'corrected'
      readonly id: string
      readonly corners: Corners
      readonly options: Options
    }
  | { readonly type: 'accepted'; readonly id: string }
  | { readonly type: 'renamed'; readonly id: string; readonly title: string }
  | SplitEvent
  | { readonly type: 'held'; readonly ids: readonly string[]; readonly held: Hold }
  | { readonly type: 'released'; readonly ids: readonly string[] }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  /** The service has its file no more, or, `foreign`, no longer for this browser. */
  | { readonly type: 'erased'; readonly id: string; readonly foreign?: true }
  /** All tiles of the sheet in their new order. */
  | { readonly type: 'placed'; readonly ids: readonly string[] }
  | SyncedEvent

/** Another tab processed card `id`: the card and pages as it stored them, or empty if it removed the card. */
type SyncedEvent = { readonly type: 'synced'; readonly id: string; readonly family: readonly Job[] }

/** Each document of a photo becomes a card of its own: those that were found, or both pages of an open book. */
type SplitEvent = { readonly type: 'split'; readonly id: string; readonly spread?: Spread }

type Spread = {
  /** Corners of its pages. */
  readonly pages: readonly [Corners, Corners]
  readonly options: Options
}

type RectifiedEvent = {
  readonly type: 'rectified'
  readonly id: string
  readonly reply: RectifyReply
  readonly tookMs: number
  /** Credits charged; null when the service did not say. */
  readonly charged: number | null
}

/**
 * The cards' states: `queued → uploading → ingested → detecting → detected → rectifying → done`; `error` from any
 * step. An event that does not fit the job's state, such as a late answer for a removed job, changes nothing.
 */
export function reduceJobs(jobs: readonly Job[], event: JobEvent): readonly Job[] {
  switch (event.type) {
    case 'added':
      return [...jobs, ...event.jobs.map((job) => ({ ...newJob(job), held: event.held }))]
    case 'restored':
      return [...event.jobs, ...jobs]
    case 'removed':
      return jobs.filter((job) => !event.ids.includes(job.id) && !event.ids.includes(job.parent ?? ''))
    case 'held':
    case 'released':
      return heldOrReleased(jobs, event)
    case 'placed':
      return placed(jobs, event.ids)
    case 'synced':
      return jobs.flatMap((job) =>
        job.id === event.id ? event.family : job.parent === event.id ? [] : [job],
      )
    case 'split':
      return split(jobs, event)
    case 'ingested':
      return jobs.flatMap((job) => (job.id === event.id ? ingested(job, event) : [job]))
    default:
      return jobs.map((job) => (job.id === event.id ? advance(job, event) : job))
  }
}

function heldOrReleased(
  jobs: readonly Job[],
  event: Extract<JobEvent, { readonly type: 'held' | 'released' }>,
): readonly Job[] {
  const [ids, held] = [new Set(event.ids), event.type === 'held' ? event.held : null]
  return jobs.map((job) => (ids.has(job.id) ? { ...job, held } : job))
}

/** Places are given to all, since cards are not stored in the order in which they are shown. */
function split(jobs: readonly Job[], event: SplitEvent): readonly Job[] {
  const cardsOf = (job: Job) => (event.spread ? parted(job, event.spread) : documentCards(job))
  const apart = jobs.flatMap((job) => (job.id === event.id ? cardsOf(job) : [job]))
  if (apart.length === jobs.length) return jobs
  return placed(
    apart,
    tilesOf(apart).map((job) => job.id),
  )
}

function parted(job: Job, { pages, options }: Spread): readonly Job[] {
  if (!isCorrectable(job)) return [job]
  const [left, right] = pageCards(job)
  return [
    corrected(left, { type: 'corrected', id: left.id, corners: pages[0], options }),
    { ...right, corners: pages[1], options, held: null },
  ]
}

/** Pages not chosen yet take the place of their PDF. */
function placed(jobs: readonly Job[], ids: readonly string[]): readonly Job[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return jobs.map((job) => {
    const place = places.get(job.id) ?? places.get(job.parent ?? '') ?? job.place
    return place === job.place ? job : { ...job, place }
  })
}

type OneJobEvent = Exclude<Extract<JobEvent, { readonly id: string }>, SyncedEvent | SplitEvent>
type IngestedEvent = Extract<JobEvent, { readonly type: 'ingested' }>

function advance(job: Job, event: Exclude<OneJobEvent, IngestedEvent>): Job {
  switch (event.type) {
    case 'started':
      return isFolder(job) ? job : begun(job, event.options)
    case 'progressed':
    case 'received':
      return uploading(job, event)
    case 'detected':
      return detected(job, event)
    case 'rectified':
      return rectified(job, event)
    case 'failed':
      return failed(job, event.failure)
    case 'erased':
      return { ...erased(job), ...(event.foreign && { foreign: true }) }
    default:
      return decided(job, event)
  }
}

/** Applies a user's decision about a card. */
function decided(
  job: Job,
  event:
    Extract<JobEvent, { readonly type: 'corrected' | 'accepted' | 'renamed' | 'retried' }> | RenderingEvent,
): Job {
  switch (event.type) {
    case 'corrected':
      return corrected(job, event)
    case 'accepted':
      return { ...job, accepted: true }
    case 'renamed':
      return { ...job, title: event.title }
    case 'retried':
      return retried(job)
    default:
      return renderingEvent(job, event)
  }
}

function uploading(job: Job, event: Extract<JobEvent, { readonly type: 'progressed' | 'received' }>): Job {
  if (job.status !== 'uploading') return job
  return event.type === 'progressed'
    ? { ...job, progress: event.ratio }
    : { ...job, receivedAs: event.ingestionId }
}

function begun(job: Job, options: Options): Job {
  const step = stepKinds.find((kind) => stepStatuses[kind].before === job.status)
  const status = step === undefined ? job.status : stepStatuses[step].running
  return { ...job, status, progress: 0, options: status === 'rectifying' ? (job.options ?? options) : null }
}

function detected(job: Job, { reply, tookMs }: Extract<JobEvent, { readonly type: 'detected' }>): Job {
  if (job.status !== 'detecting') return job
  const held = reply.spread ? 'choice' : job.held
  return { ...job, status: 'detected', held, detect: reply, tookMs: { ...job.tookMs, detect: tookMs } }
}

function rectified(job: Job, { reply, tookMs, charged }: RectifiedEvent): Job {
  if (job.status !== 'rectifying') return job
  if (reply.artifacts.warped_path === null) return leftAsDetected(job, reply)
  return {
    ...job,
    status: 'done',
    rectify: reply,
    paid: job.paid + (charged ?? 0),
    corrections: job.corrections + (job.corners !== null && charged === 0 ? 1 : 0),
    captured: charged === 1 ? [...job.captured, reply.corners] : job.captured,
    freeRenderings: charged === 1 ? 0 : job.freeRenderings,
    tookMs: { ...job.tookMs, rectify: tookMs },
  }
}

/** A rectify that made nothing: its own detection, perhaps newer than the card's, is why the card stops. */
function leftAsDetected(job: Job, { status, reasons, corners }: RectifyReply): Job {
  return {
    ...job,
    status: 'detected',
    corners: null,
    detect: job.detect && { ...job.detect, status, reasons, corners },
  }
}

/** Queues another rectify with corners placed by hand; the old result stays until the new one arrives. */
function corrected(job: Job, { corners, options }: Extract<JobEvent, { readonly type: 'corrected' }>): Job {
  if (!isCorrectable(job)) return job
  return {
    ...job,
    status: 'detected',
    corners,
    options,
    accepted: false,
    wanted: null,
    renderFailure: null,
    held: null,
    failure: null,
    failedStep: null,
    attempt: job.attempt + 1,
  }
}

function failed(job: Job, failure: Failure): Job {
  const step = runningStep(job)
  if (step === undefined) return job
  return {
    ...job,
    status: 'error',
    failedStep: step,
    failure,
    attempt: job.attempt + (failure.final ? 1 : 0),
    // A new request takes the current options, unless they were set for this page along with its corners.
    options: failure.final && job.corners === null ? null : job.options,
  }
}

/** A file of several pages keeps its card, for its pages to be on. */
function erased(job: Job): Job {
  if (isFolder(job)) return job
  const nothing = { detect: null, rectify: null, wanted: null, renderFailure: null, failure: null }
  return { ...job, ...nothing, status: 'error', failedStep: null, held: null }
}

function retried(job: Job): Job {
  if (job.status !== 'error' || job.failedStep === null) return job
  return { ...job, status: stepStatuses[job.failedStep].before, failedStep: null, failure: null, held: null }
}

/** A PDF with several pages gets one held job per page and is itself held until the pages are chosen. */
function ingested(job: Job, { reply, tookMs }: IngestedEvent): Job[] {
  if (job.status !== 'uploading') return [job]
  const pages = reply.pages.length
  const done: Job = {
    ...job,
    status: 'ingested',
    progress: 1,
    ingest: reply,
    pages,
    tookMs: { ingest: tookMs },
  }
  if (pages <= 1) return [done]
  const children = reply.pages.map((_, index): Job => {
    const page = index + 1
    return {
      ...done,
      id: pageJobId(job.id, page),
      parent: job.id,
      page,
      pages: 1,
      held: 'choice',
      attempt: 1,
    }
  })
  return [{ ...done, held: 'choice' }, ...children]
}

/** Job id of one page; derived from the parent's, so that a repeat has the same idempotency key. */
export function pageJobId(parent: string, page: number): string {
  return `${parent}-p${page}`
}
