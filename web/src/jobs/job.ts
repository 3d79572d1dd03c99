import type { Corners, PageInfo, StepKind, StepReply } from '@equerre/contract/detourage'
import type { Options } from './intake/options.ts'

export type JobStatus =
  'queued' | 'uploading' | 'ingested' | 'detecting' | 'detected' | 'rectifying' | 'done' | 'error'

/**
 * Why a card does not go on by itself. `price`: nobody has said yet whether it may cost something. `credits`: there are none for it;
 * `recharge`: nor here, but its price is agreed to. `choice`: a page of a PDF that nobody chose, or a PDF whose pages nobody was
 * asked about.
 */
export type Hold = 'price' | 'credits' | 'recharge' | 'choice'

/**
 * Why a step failed, in words to show. `final`: the service refused it for good. Otherwise the work may have been done, or
 * may still be under way.
 */
export type Failure = { readonly text: string; readonly final: boolean; readonly requestId: string | null }

/** What the service answered to each step; null before it did. */
type Replies = { readonly [Kind in StepKind]: StepReply<Kind> | null }

/** One card: an image, a PDF, or one page of a PDF (then `parent` is the PDF's job). */
export type Job = Replies & {
  readonly id: string
  readonly parent: string | null
  readonly name: string
  readonly size: number
  readonly kind: 'image' | 'pdf'
  /** 1-based page of the ingestion that this job straightens. */
  readonly page: number
  /** Pages of the PDF once it was read; 1 for everything else. */
  readonly pages: number
  readonly status: JobStatus
  readonly held: Hold | null
  /** Sent part of the file, 0 to 1. */
  readonly progress: number
  /** What the service calls the file, from its first word about it on: it keeps a copy before `ingest` is there. */
  readonly receivedAs: string | null
  /** What the rectify of this attempt asks for: a repetition must ask for the same. Null until it begins. */
  readonly options: Options | null
  /** The corners that a person placed; null while the detection's are used. */
  readonly corners: Corners | null
  /** A person looked at it and was content. */
  readonly accepted: boolean
  /** Rectifies that were paid for, and corrections that were free: together they tell what the next correction costs. */
  readonly paid: number
  readonly corrections: number
  readonly failure: Failure | null
  readonly failedStep: StepKind | null
  /** Raised by a final failure, so that the next try is a new request; after any other it repeats the old one, and meets its work. */
  readonly attempt: number
  readonly tookMs: { readonly [Kind in StepKind]?: number }
}

/** How a card stands before each of its steps, and while that is at work. */
export const stepStatuses: {
  readonly [Kind in StepKind]: { readonly before: JobStatus; readonly running: JobStatus }
} = {
  ingest: { before: 'queued', running: 'uploading' },
  detect: { before: 'ingested', running: 'detecting' },
  rectify: { before: 'detected', running: 'rectifying' },
}

/** The steps of a card, in their order. */
export const stepKinds = Object.keys(stepStatuses) as StepKind[]

/** The step that is at work on a card. */
export function runningStep({ status }: Job): StepKind | undefined {
  return stepKinds.find((kind) => stepStatuses[kind].running === status)
}

export type NewJob = Pick<Job, 'id' | 'name' | 'size' | 'kind'>

export function newJob({ id, name, size, kind }: NewJob): Job {
  return {
    id,
    name,
    size,
    kind,
    parent: null,
    page: 1,
    pages: 1,
    status: 'queued',
    held: null,
    progress: 0,
    receivedAs: null,
    ingest: null,
    detect: null,
    rectify: null,
    options: null,
    corners: null,
    accepted: false,
    paid: 0,
    corrections: 0,
    failure: null,
    failedStep: null,
    attempt: 1,
    tookMs: {},
  }
}

/** A PDF of several pages is a folder of jobs: its pages are worked on, it is not. */
export function isFolder(job: Job): boolean {
  return job.parent === null && job.pages > 1
}

/** Detection saw no document: the chain stops there, nothing is spent, until somebody places the corners. */
export function isNotFound(job: Job): boolean {
  return job.status === 'detected' && job.detect?.status === 'NOT_FOUND' && job.corners === null
}

/** Straightened, but worth a look. */
export function needsReview(job: Job): boolean {
  if (job.status !== 'done' || job.accepted) return false
  // Whoever placed the corners has looked at what the detection doubted.
  const doubtful = job.corners === null && job.detect?.status === 'REVIEW_REQUIRED'
  return doubtful || job.rectify?.status === 'REVIEW_REQUIRED'
}

/** What a page is that was kept whole because there was nothing to cut off; null for every other. */
export function wholeAs({ status, kind, page, ingest, detect, corners }: Job): PageInfo['kind'] | null {
  if (status !== 'done' || corners !== null || !detect?.reasons.includes('already_cropped')) return null
  const made = ingest?.pages[page - 1]?.kind ?? 'photo'
  // A page of a PDF that is an image, and a straight one, was scanned.
  return made === 'photo' && kind === 'pdf' ? 'scan' : made
}

/** Waits for somebody to look at it: doubtful, or without a document that was found. */
export function awaitsReview(job: Job): boolean {
  return needsReview(job) || (isNotFound(job) && !job.accepted)
}

/** There is a zone to correct, and no step is at work on it. */
export function isCorrectable(job: Job): boolean {
  return isFinished(job) && job.detect !== null && job.ingest !== null
}

/** Where the upright picture of a page lies; null before it was made. For pages after a PDF's first, detection makes it. */
export function previewPath({ ingest, detect, page }: Job): string | null {
  if (ingest === null || (page > 1 && detect === null)) return null
  const first = ingest.artifacts.preview_path
  return page === 1 ? first : first.replace(/\.jpg$/, `-${page}.jpg`)
}

/** Credits that placing the corners by hand costs: so many corrections are free for each time the page was paid. */
export function correctionCost({ paid, corrections }: Job, freePerPayment: number): 0 | 1 {
  return corrections < paid * freePerPayment ? 0 : 1
}

/** The service does not have its file yet. */
export function isUnsent(job: Job): boolean {
  return job.parent === null && job.ingest === null
}

/** It goes on once there are credits. */
export function awaitsCredits(job: Job): boolean {
  return (job.held === 'credits' || job.held === 'recharge') && !isFinished(job)
}

/** Nothing more will happen to it by itself. */
export function isFinished(job: Job): boolean {
  return job.status === 'done' || job.status === 'error' || isNotFound(job)
}

/** A step of it is at work now. */
export function isRunning(job: Job): boolean {
  return runningStep(job) !== undefined
}

/** The next step could start now. */
export function isReady(job: Job): boolean {
  const waits = stepKinds.some((kind) => stepStatuses[kind].before === job.status)
  return waits && job.held === null && !isFolder(job) && !isNotFound(job)
}

export function pagesOf(jobs: readonly Job[], folder: Job): readonly Job[] {
  return jobs.filter(({ parent }) => parent === folder.id)
}

/** The ingestions that hold copies of these cards, as far as the service has told of them. */
export function ingestionIdsOf(jobs: readonly Job[]): readonly string[] {
  const ids = jobs.map((job) => job.ingest?.ingestion_id ?? job.receivedAs)
  return [...new Set(ids.filter((id) => id !== null))]
}

/** Pages on their way that have not been paid yet. */
export function unpaid(jobs: readonly Job[]): number {
  return jobs.filter((job) => !isFolder(job) && !isFinished(job) && job.held === null && job.paid === 0)
    .length
}

/** What the list costs: one credit a page, none for a page without a document or with an error; PDFs not read yet are counted apart. */
export function costOf(jobs: readonly Job[]): { pages: number; credits: number; uncountedPdfs: number } {
  const uncounted = jobs.filter((job) => job.kind === 'pdf' && isUnsent(job) && job.status !== 'error')
  const pages = jobs.filter((job) => !isFolder(job) && job.held !== 'choice' && !uncounted.includes(job))
  const free = pages.filter((job) => isNotFound(job) || job.status === 'error')
  return { pages: pages.length, credits: pages.length - free.length, uncountedPdfs: uncounted.length }
}
