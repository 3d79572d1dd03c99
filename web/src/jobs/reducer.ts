import type { Corners } from '@equerre/contract/detourage'
import type { DetectReply, IngestReply, RectifyReply } from '../api/steps.ts'
import { isCorrectable, isFolder, newJob, runningStep, stepKinds, stepStatuses } from './job.ts'
import type { Failure, Hold, Job, NewJob } from './job.ts'
import type { Options } from './intake/options.ts'

export type JobEvent =
  | { readonly type: 'added'; readonly jobs: readonly NewJob[]; readonly held: Hold | null }
  | { readonly type: 'restored'; readonly jobs: readonly Job[] }
  | { readonly type: 'started'; readonly id: string; readonly options: Options }
  | { readonly type: 'progressed'; readonly id: string; readonly ratio: number }
  | { readonly type: 'received'; readonly id: string; readonly ingestionId: string }
  | { readonly type: 'ingested'; readonly id: string; readonly reply: IngestReply; readonly tookMs: number }
  | { readonly type: 'detected'; readonly id: string; readonly reply: DetectReply; readonly tookMs: number }
  | RectifiedEvent
  | { readonly type: 'failed'; readonly id: string; readonly failure: Failure }
  | { readonly type: 'retried'; readonly id: string }
  | {
      readonly type: 'corrected'
      readonly id: string
      readonly corners: Corners
      readonly options: Options
    }
  | { readonly type: 'accepted'; readonly id: string }
  | { readonly type: 'held'; readonly ids: readonly string[]; readonly held: Hold }
  | { readonly type: 'released'; readonly ids: readonly string[] }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | SyncedEvent

/** Another tab went on with card `id`: what it stored of it and its pages, or nothing where it took the card away. */
type SyncedEvent = { readonly type: 'synced'; readonly id: string; readonly family: readonly Job[] }

type RectifiedEvent = {
  readonly type: 'rectified'
  readonly id: string
  readonly reply: RectifyReply
  readonly tookMs: number
  /** What it cost; null where the service did not say. */
  readonly charged: number | null
}

/**
 * The life of the cards: `queued → uploading → ingested → detecting → detected → rectifying → done`, `error` from any step.
 * An event that does not fit the job's state, such as the late answer to a removed job, changes nothing.
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
    case 'released': {
      const [ids, held] = [new Set(event.ids), event.type === 'held' ? event.held : null]
      return jobs.map((job) => (ids.has(job.id) ? { ...job, held } : job))
    }
    case 'synced':
      return jobs.flatMap((job) =>
        job.id === event.id ? event.family : job.parent === event.id ? [] : [job],
      )
    case 'ingested':
      return jobs.flatMap((job) => (job.id === event.id ? ingested(job, event) : [job]))
    default:
      return jobs.map((job) => (job.id === event.id ? advance(job, event) : job))
  }
}

type OneJobEvent = Exclude<Extract<JobEvent, { readonly id: string }>, SyncedEvent>
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
    default:
      return decided(job, event)
  }
}

/** What a person decided about a card. */
function decided(
  job: Job,
  event: Extract<JobEvent, { readonly type: 'corrected' | 'accepted' | 'retried' }>,
): Job {
  switch (event.type) {
    case 'corrected':
      return corrected(job, event)
    case 'accepted':
      return { ...job, accepted: true }
    case 'retried':
      return retried(job)
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
  return { ...job, status: 'detected', detect: reply, tookMs: { ...job.tookMs, detect: tookMs } }
}

function rectified(job: Job, { reply, tookMs, charged }: RectifiedEvent): Job {
  if (job.status !== 'rectifying') return job
  return {
    ...job,
    status: 'done',
    rectify: reply,
    paid: job.paid + (charged ?? 0),
    corrections: job.corrections + (job.corners !== null && charged === 0 ? 1 : 0),
    tookMs: { ...job.tookMs, rectify: tookMs },
  }
}

/** Straightened once more, from the corners that a person placed; what there is stays until then. */
function corrected(job: Job, { corners, options }: Extract<JobEvent, { readonly type: 'corrected' }>): Job {
  if (!isCorrectable(job)) return job
  return {
    ...job,
    status: 'detected',
    corners,
    options,
    accepted: false,
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
    // A new request may ask for what is chosen now, but the person who placed the corners chose for this page.
    options: failure.final && job.corners === null ? null : job.options,
  }
}

function retried(job: Job): Job {
  if (job.status !== 'error' || job.failedStep === null) return job
  return { ...job, status: stepStatuses[job.failedStep].before, failedStep: null, failure: null, held: null }
}

/** A PDF of several pages keeps its card and gets one job per page; the pages are held until chosen, the PDF until asked about. */
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

/** The id of the job of one page; from the parent's, so that a repetition meets the same idempotency key. */
export function pageJobId(parent: string, page: number): string {
  return `${parent}-p${page}`
}
