import type { PageInfo, Reason, RectifyOptions, StepKind, Turn } from '@equerre/contract/detourage'
import { isWithoutZone, statedReasons } from '@equerre/contract/doubt'
import type { AssembleJob, DetectResult, Made, ResultOf, Zone } from '@equerre/contract/jobs'
import type { ProblemFacts } from '@equerre/contract/problems'
import { bothPages } from '@equerre/contract/spread'
import { quadLargest } from '@equerre/geometry/quad'
import type { Networks } from './fairness.ts'
import type { Lane } from './lanes.ts'

/** `receiving` while bytes arrive, or are to be fetched, `received` until the worker has read the headers, then `ready` or `failed`. */
export type IngestionState = 'receiving' | 'received' | 'ready' | 'failed' | 'expired'

/** `waiting` in Postgres for its turn, `dispatched` to the workers; the other three are final. */
export type StepState = 'waiting' | 'dispatched' | 'done' | 'failed' | 'cancelled'

/** Whose a file is. Test keys have files of their own: they do not see the account's other files, nor it theirs. */
export type Owner = { readonly id: string; readonly test: boolean }

/** One uploaded file, or an assembly, which is kept as one. Sizes of `pages` are upright pixels. */
export type Ingestion = {
  readonly id: string
  readonly kind: 'file' | 'assembly'
  readonly ownerId: string
  readonly test: boolean
  readonly state: IngestionState
  readonly name: string
  readonly mime: string
  readonly bytes: number
  /** Of a PDF that came with a password; only workers can open it. */
  readonly sealedPassword: string | null
  readonly pages: readonly PageInfo[]
  readonly progressive: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The input of each kind of step. */
type StepInputs = {
  readonly ingest: IngestInput
  readonly detect: Readonly<Record<never, never>>
  readonly rectify: RectifyInput
  readonly read: ReadInput
  readonly assemble: AssembleInput
}
/** `address`: sealed, where the file is to be fetched from first; gone once it has been. */
type IngestInput = { readonly address?: string }
/**
 * `zone: null`: the worker detects first; `reasons`: of the detection that `zone` is from; `watermark`: made with a test key;
 * `renderOf`: the capture this renders again; `turned`: by how much `zone` has been turned already; `bothPages`: of an open
 * book as a whole, which has no number that the previous release would send on.
 */
type RectifyInput = {
  readonly zone: Zone | null
  readonly reasons?: readonly Reason[]
  readonly options: RectifyOptions
  readonly watermark?: true
  readonly renderOf?: string
  readonly turned?: Turn
  readonly bothPages?: true
}
/** The rectify whose page is read, and whether to lay the text over its PDF; its file if it was made without being read. */
type ReadInput = { readonly rectifyId: string; readonly searchable: boolean; readonly made?: Made }
/** `reads`: the steps that read pages of it first. */
type AssembleInput = Pick<
  AssembleJob,
  'title' | 'pages' | 'standard' | 'compression' | 'maxBytes' | 'pageSize' | 'layout'
> & { readonly reads: readonly string[] }
/** What came of reading a page: the step whose files hold its text, or nothing; how large its PDF is with that text. */
export type TextOutcome = { readonly readId: string | null; readonly pdfBytes?: number | undefined }
export type InputOf<Kind extends StepKind> = StepInputs[Kind]

/** An asynchronous piece of work on one page of an ingestion; its kind determines its input and result. */
export type Step<Kind extends StepKind = StepKind> = {
  readonly [Each in Kind]: StepFacts & {
    readonly kind: Each
    readonly input: InputOf<Each>
    readonly result: ResultOf<Each> | null
  }
}[Kind]

/** A step with a result. */
export type Done<Kind extends StepKind = StepKind> = {
  readonly [Each in Kind]: Step<Each> & { readonly state: 'done'; readonly result: ResultOf<Each> }
}[Kind]

/** What steps of every kind have. */
type StepFacts = {
  readonly id: string
  readonly ingestionId: string
  readonly ownerId: string
  readonly walletId: string
  readonly page: number
  readonly lane: Lane
  readonly state: StepState
  readonly attempts: number
  /** The token of the current attempt; null before, after, and for attempts dispatched by the previous version. */
  readonly attemptToken: string | null
  /** Credits held at acceptance, and finally charged. */
  readonly cost: 0 | 1
  readonly charged: number | null
  readonly remaining: number | null
  readonly problem: ProblemFacts | null
  /** Of a rectify whose page has been read. */
  readonly text: TextOutcome | null
  readonly requestId: string
  /** The networks it came from, widest first; null when its principal has bought credits. */
  readonly networks: Networks | null
  /** The W3C `traceparent` of the request's span; null when it was not traced. */
  readonly traceparent: string | null
  /** Whom to tell when it ends. */
  readonly callbackUrl: string | null
  readonly deadlineAt: Date
}

export function isOf({ ownerId, test }: Ingestion, owner: Owner): boolean {
  return ownerId === owner.id && test === owner.test
}

/** Whether a file has expired, already erased or not: nothing about it is revealed any more, not even its name. */
export function isExpired({ state, expiresAt }: Pick<Ingestion, 'state' | 'expiresAt'>, now: Date): boolean {
  return state === 'expired' || expiresAt <= now
}

/** The steps that it waits for: those that read pages of an assembly. */
export function readsFirst(step: Step): readonly string[] {
  return step.kind === 'assemble' ? (step as Step<'assemble'>).input.reads : []
}

export function hasEnded(state: StepState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

export function isDone(step: Step): step is Done {
  return step.state === 'done'
}

/** Whether a made page is still to be read. */
export function awaitsText(step: Step): boolean {
  return step.kind === 'rectify' && isDone(step) && asksForText(step) && isMade(step) && step.text === null
}

export function asksForText({ input }: Pick<Step<'rectify'>, 'input'>): boolean {
  return input.options.text === true
}

/** Whether its file is a PDF that gets what is read; not one that is kept below a size which nobody wanted text in. */
export function takesText({ input }: Pick<Step<'rectify'>, 'input'>): boolean {
  const { format, max_bytes: maxBytes } = input.options
  return format === 'pdf' && (maxBytes === undefined || asksForText({ input }))
}

/** Whether there is nothing left to wait for: for whoever asked for text, a page alone is not all. */
export function isSettled(step: Step): boolean {
  return hasEnded(step.state) && !awaitsText(step)
}

/** A page's info, counting from 1; ingestions that are not ready have none. */
export function pageInfo(ingestion: Ingestion, page: number): PageInfo | undefined {
  return ingestion.pages[page - 1]
}

/** The problem for a page that a ready ingestion does not have. */
export function pageMissing(ingestion: Ingestion, page: number): ProblemFacts {
  return { sentence: 'page_missing', params: { page, pages: ingestion.pages.length } }
}

/** The number of what is meant where no document is named: the largest of a detection, an open book as a whole; 1 without any. */
export function usualDocument(detection: DetectResult | null): number {
  if (detection?.facingPages) return bothPages
  return quadLargest(detection?.documents.map(({ corners }) => corners) ?? []) + 1
}

/** Which document of its page a rectify is about, counted from 1, or `bothPages`. */
export function documentOf({ input, result }: Step<'rectify'>): number {
  if (input.bothPages) return bothPages
  return input.options.document ?? usualDocument(result?.detection ?? null)
}

/** Whether a step came to nothing, so that what it was counted for goes to the next one. */
export function foundNothing({ state }: Step): boolean {
  return state === 'failed' || state === 'cancelled'
}

/** How far the page was turned on request, by gateway or worker. */
export function turnOf({ turned, options }: InputOf<'rectify'>): Turn {
  return turned ?? options.turn ?? 0
}

/**
 * Whether a rectify made a page that counts. Workers of the previous release also make one, of the whole frame, when their
 * detection is in doubt: nobody asked for that, unless it was paid for when it still was the rule.
 */
export function isMade({
  charged,
  input,
  result,
}: Pick<Done<'rectify'>, 'charged' | 'input' | 'result'>): boolean {
  if (result.status === 'NOT_FOUND') return false
  if (charged === 1 || input.zone !== null || result.detection === null) return true
  return !isWithoutZone(result.detection)
}

/** The capture to name in `render_of` for this result; null for a free correction, which is not one. */
export function captureIdOf(step: Done<'rectify'>): string | null {
  const { id, charged, input } = step
  if (!isMade(step)) return null
  if (charged === 1) return id
  return input.renderOf ?? (input.watermark ? id : null)
}

/** Why a rectify's zone deserves a look: what its own detection says, or the one that its zone was taken from. */
export function reasonsOf({ input, result }: Done<'rectify'>): readonly Reason[] {
  return result.detection ? statedReasons(result.detection) : (input.reasons ?? [])
}

/** Whether a report comes from the worker that was given the current attempt. */
export function isOfAttempt(step: Step, { attemptToken }: { attemptToken?: string | undefined }): boolean {
  return step.state === 'dispatched' && (step.attemptToken === null || step.attemptToken === attemptToken)
}
