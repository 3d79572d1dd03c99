import { samePageIou } from '@equerre/contract/correction'
import type { Corners, PageInfo, AskedKind, StepReply } from '@equerre/contract/detourage'
import { isInDoubt, isWithoutZone } from '@equerre/contract/doubt'
import { quadIou } from '@equerre/geometry/quad'
import { isWholeFrame, wholeFrame } from '@equerre/geometry/spaces'
import type { Options } from './intake/options.ts'
import type { Wanted } from './look/look.ts'

export type JobStatus =
  'queued' | 'uploading' | 'ingested' | 'detecting' | 'detected' | 'rectifying' | 'done' | 'error'

/**
 * Why a card is on hold. `price`: its price is not agreed yet. `credits`: there are no credits for it.
 * `recharge`: no credits either, but its price is agreed. `choice`: a page of a PDF that was not chosen, a
 * PDF whose pages have not been asked about, or an open book that may be one page or two.
 */
export type Hold = 'price' | 'credits' | 'recharge' | 'choice'

/**
 * Why a step failed, as text to show. `final`: the service refused it for good. Otherwise the work may have been
 * done or still be under way.
 */
export type Failure = {
  readonly text: string
  readonly final: boolean
  readonly requestId: string | null
  /** The refusal's, if the service gave one. Cards stored by the previous release do not know it. */
  readonly code?: string | null
}

/** The service's reply to each step; null until it comes. */
type Replies = { readonly [Kind in AskedKind]: StepReply<Kind> | null }

/** One card: an image, a file of several pages, one of its pages (then `parent` is the file's job), or one of several documents. */
export type Job = Replies & {
  readonly id: string
  readonly parent: string | null
  /** Of its file. */
  readonly name: string
  /** What the user calls this page; null or absent while it goes by its file. */
  readonly title?: string | null
  readonly size: number
  readonly kind: 'image' | 'pdf'
  /** The page of the ingestion that this job straightens, counted from 1. */
  readonly page: number
  /** Number of pages of a PDF or TIFF once read; 1 for everything else. */
  readonly pages: number
  /** Which document of its page it is, counted from 1, or 0 for an open book beside its pages; null while the page is one card, whatever is on it. */
  readonly document: number | null
  readonly status: JobStatus
  readonly held: Hold | null
  /** Uploaded share of the file, 0 to 1. */
  readonly progress: number
  /** Ingestion id as soon as the service announces it: it stores a copy before `ingest` arrives. */
  readonly receivedAs: string | null
  /** Options of this attempt's rectify, which a repeat must send unchanged. Null until it starts. */
  readonly options: Options | null
  /** Corners placed by hand; null while the detected ones are used. */
  readonly corners: Corners | null
  /** The user reviewed it and accepted it. */
  readonly accepted: boolean
  /** Paid rectifies; with `corrections`, the free ones, they decide the price of the next correction. */
  readonly paid: number
  readonly corrections: number
  /** The corners that were paid for: a correction is free only where it overlaps one of them. */
  readonly captured: readonly Corners[]
  /** The look being made; null if it is the one that is there. And why the last one could not be made. */
  readonly wanted: Wanted | null
  readonly renderFailure: Failure | null
  /** Renderings asked for that have ended, and those among them that were free for the current capture. */
  readonly renderings: number
  readonly freeRenderings: number
  /** Its file was sent by a guest whose cookies this browser has no more. */
  readonly foreign?: true
  readonly failure: Failure | null
  readonly failedStep: AskedKind | null
  /** Part of the idempotency key. Only a final failure raises it; a retry after any other repeats the request. */
  readonly attempt: number
  readonly tookMs: { readonly [Kind in AskedKind]?: number }
  /** Position that the user gave it, from 0; null if never moved. */
  readonly place: number | null
}

/** A card's status before each step, and while it runs. */
export const stepStatuses: {
  readonly [Kind in AskedKind]: { readonly before: JobStatus; readonly running: JobStatus }
} = {
  ingest: { before: 'queued', running: 'uploading' },
  detect: { before: 'ingested', running: 'detecting' },
  rectify: { before: 'detected', running: 'rectifying' },
}

/** The steps of a card, in order. */
export const stepKinds = Object.keys(stepStatuses) as AskedKind[]

/** The step now running on a card. */
export function runningStep({ status }: Job): AskedKind | undefined {
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
    document: null,
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
    captured: [],
    wanted: null,
    renderFailure: null,
    renderings: 0,
    freeRenderings: 0,
    failure: null,
    failedStep: null,
    attempt: 1,
    tookMs: {},
    place: null,
  }
}

/** A file of several pages is a folder of jobs: its pages are processed, it is not. */
export function isFolder(job: Job): boolean {
  return job.parent === null && job.pages > 1
}

/** Detection found no zone to cut out: the card stops there, free of charge, until the user decides. */
export function isStopped({ status, detect, corners }: Job): boolean {
  return status === 'detected' && detect !== null && isWithoutZone(detect) && corners === null
}

/** Stopped without a document in sight. */
export function isNotFound(job: Job): boolean {
  return isStopped(job) && job.detect?.status === 'NOT_FOUND'
}

/** Stopped with a document in sight, but not clearly enough to cut it out. */
export function isUncertain(job: Job): boolean {
  return isStopped(job) && !isNotFound(job)
}

/** The zone that a detection in doubt proposes; null for any other. */
export function proposalOf({ detect }: Job): Corners | null {
  if (detect === null || !isInDoubt(detect)) return null
  return isWholeFrame(detect.corners) ? (detect.alternatives[0]?.corners ?? null) : detect.corners
}

/** Found to be an open book: the card stops there, free of charge, until the user wants one page made of it or two. */
export function asksAboutSpread({ status, held, detect, document, rectify }: Job): boolean {
  return (
    status === 'detected' &&
    held === 'choice' &&
    document === null &&
    rectify === null &&
    detect?.spread === true
  )
}

/** Straightened, but worth a look. */
export function needsReview(job: Job): boolean {
  if (job.status !== 'done' || job.accepted) return false
  // Corners placed by hand settle what the detection doubted.
  const doubtful = job.corners === null && job.detect?.status === 'REVIEW_REQUIRED'
  return doubtful || job.rectify?.status === 'REVIEW_REQUIRED'
}

/** The kind of a page that was kept whole because there was nothing to crop, or that it was turned; null for any other. */
export function wholeAs(job: Job): PageInfo['kind'] | 'turned' | null {
  const { status, detect, corners } = job
  if (status !== 'done' || corners !== null || !detect?.reasons.includes('already_cropped')) return null
  return isTurned(detect.corners) ? 'turned' : madeAs(job)
}

/** Whether a page that fills its picture lies turned in it: its corners start at the top left of its text. */
export function isTurned([[x, y]]: Corners): boolean {
  return Math.max(x, y) > 0.5
}

/** A PDF page that is one straight image was scanned. */
function madeAs({ kind, page, ingest }: Job): PageInfo['kind'] {
  const made = ingest?.pages[page - 1]?.kind ?? 'photo'
  return made === 'photo' && kind === 'pdf' ? 'scan' : made
}

/** Needs the user's review: doubtful, or stopped without a zone. */
export function awaitsReview(job: Job): boolean {
  return needsReview(job) || (isStopped(job) && !job.accepted)
}

/** There is a zone to correct, and no step is running. */
export function isCorrectable(job: Job): boolean {
  return isFinished(job) && job.detect !== null && job.ingest !== null
}

/** Path of a page's upright preview; null unless it exists. After a PDF's first page, detection makes it. */
export function previewPath(job: Job): string | null {
  const { ingest, detect, page } = job
  if (ingest === null || isErased(job) || (page > 1 && detect === null)) return null
  const first = ingest.artifacts.preview_path
  return page === 1 ? first : first.replace(/\.jpg$/, `-${page}.jpg`)
}

/**
 * Credits for placing the corners by hand: each payment includes `freePerPayment` free corrections of the same page.
 * @param corners where they are placed; left out, they stay
 */
export function correctionCost(job: Job, freePerPayment: number, corners?: Corners): 0 | 1 {
  if (job.corrections >= job.paid * freePerPayment) return 1
  // Cards stored by the previous release do not know what was paid for, but something like it was made.
  const captured = job.captured.length > 0 ? job.captured : job.rectify ? [job.rectify.corners] : []
  return !corners || captured.some((quad) => quadIou(quad, corners) >= samePageIou) ? 0 : 1
}

/** What « Accepter tel quel » costs: the whole image may be another page than the zone that was paid for. */
export function acceptanceCost(job: Job, freePerPayment: number): 0 | 1 {
  return correctionCost(job, freePerPayment, wholeFrame as Corners)
}

/** Its PDF is protected, and can be tried again with a password. */
export function needsPassword(job: Job): boolean {
  return job.status === 'error' && (job.failure?.code === 'encrypted_pdf' || isWrongPassword(job))
}

export function isWrongPassword({ failure }: Job): boolean {
  return failure?.code === 'wrong_password'
}

/** The service has its file no more: it was deleted elsewhere, or its time is over. There is no step to try again. */
export function isErased({ status, failedStep }: Job): boolean {
  return status === 'error' && failedStep === null
}

/** The service does not have the file yet. */
export function isUnsent(job: Job): boolean {
  return job.parent === null && job.ingest === null
}

/** Resumes once there are credits. */
export function awaitsCredits(job: Job): boolean {
  return (job.held === 'credits' || job.held === 'recharge') && !isFinished(job)
}

/** Nothing more will happen without the user. */
export function isFinished(job: Job): boolean {
  return job.status === 'done' || job.status === 'error' || isStopped(job)
}

export function isRunning(job: Job): boolean {
  return runningStep(job) !== undefined
}

/** The next step could start now. */
export function isReady(job: Job): boolean {
  const waits = stepKinds.some((kind) => stepStatuses[kind].before === job.status)
  return waits && job.held === null && !isFolder(job) && !isStopped(job)
}

export function pagesOf(jobs: readonly Job[], folder: Job): readonly Job[] {
  return jobs.filter(({ parent }) => parent === folder.id)
}

/** The ingestions that hold copies of these cards, as far as the service has announced them. */
export function ingestionIdsOf(jobs: readonly Job[]): readonly string[] {
  const ids = jobs.map((job) => job.ingest?.ingestion_id ?? job.receivedAs)
  return [...new Set(ids.filter((id) => id !== null))]
}

/** Number of pages under way that are not paid yet. */
export function unpaid(jobs: readonly Job[]): number {
  return jobs.filter((job) => !isFolder(job) && !isFinished(job) && job.held === null && job.paid === 0)
    .length
}

type Cost = {
  readonly pages: number
  readonly credits: number
  /** Files whose pages are not known yet. */
  readonly uncounted: readonly Job[]
}

const tiffNames = /\.tiff?$/i

/** What the list costs: a credit per page, and at least one for an open book, none for errors or without a zone; unread PDFs and TIFFs count apart. */
export function costOf(jobs: readonly Job[]): Cost {
  const uncounted = jobs.filter((job) => mayHavePages(job) && isUnsent(job) && job.status !== 'error')
  const left = jobs.filter((job) => job.held === 'choice' && !asksAboutSpread(job))
  const pages = jobs.filter((job) => !isFolder(job) && !left.includes(job) && !uncounted.includes(job))
  const free = pages.filter((job) => isStopped(job) || job.status === 'error')
  return { pages: pages.length, credits: pages.length - free.length, uncounted }
}

function mayHavePages({ kind, name }: Job): boolean {
  return kind === 'pdf' || tiffNames.test(name)
}
