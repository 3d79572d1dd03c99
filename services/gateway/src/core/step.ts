import type { PageInfo, RectifyOptions, StepKind } from '@equerre/contract/detourage'
import type { ResultOf, VisionQueue, Zone } from '@equerre/contract/jobs'
import type { ProblemFacts } from '@equerre/contract/problems'
import type { Networks } from './fairness.ts'

/** `receiving` while bytes arrive, `received` until the worker has read the headers, then `ready` or `failed`. */
export type IngestionState = 'receiving' | 'received' | 'ready' | 'failed' | 'expired'

/** `waiting` in Postgres for its turn, `dispatched` to the workers; the other three are final. */
export type StepState = 'waiting' | 'dispatched' | 'done' | 'failed' | 'cancelled'

/** Whose a file is. What a test key has made is not its account's otherwise: neither side sees the other's. */
export type Owner = { readonly id: string; readonly test: boolean }

/** One uploaded file. Sizes of `pages` are upright pixels. */
export type Ingestion = {
  readonly id: string
  readonly ownerId: string
  readonly test: boolean
  readonly state: IngestionState
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly pages: readonly PageInfo[]
  readonly progressive: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** What a step of each kind was asked for. */
type StepInputs = {
  readonly ingest: Readonly<Record<never, never>>
  readonly detect: Readonly<Record<never, never>>
  readonly rectify: RectifyInput
}
/** `zone: null` means that the worker detects first, `watermark` that a test key asked, `renderOf` of which capture it is another rendering. */
type RectifyInput = {
  readonly zone: Zone | null
  readonly options: RectifyOptions
  readonly watermark?: true
  readonly renderOf?: string
}
export type InputOf<Kind extends StepKind> = StepInputs[Kind]

/** One asynchronous piece of work on one page of an ingestion: its kind says what it was asked for and what came of it. */
export type Step<Kind extends StepKind = StepKind> = {
  readonly [Each in Kind]: StepFacts & {
    readonly kind: Each
    readonly input: InputOf<Each>
    readonly result: ResultOf<Each> | null
  }
}[Kind]

/** A step whose result is there. */
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
  readonly lane: VisionQueue
  readonly state: StepState
  readonly attempts: number
  /** What the attempt under way was given out with; null before, after, and for what the version before gave out. */
  readonly attemptToken: string | null
  /** Credits held at acceptance, and taken in the end. */
  readonly cost: 0 | 1
  readonly charged: number | null
  readonly remaining: number | null
  readonly problem: ProblemFacts | null
  readonly requestId: string
  /** Where it came from, the widest network first; null when its principal has bought credits. */
  readonly networks: Networks | null
  /** The W3C header of the request's span; null when it was not traced. */
  readonly traceparent: string | null
  readonly deadlineAt: Date
}

export function isOf({ ownerId, test }: Ingestion, owner: Owner): boolean {
  return ownerId === owner.id && test === owner.test
}

/** Whether a file is past its time, erased already or not yet: nothing of it is told any more, its name neither. */
export function isExpired({ state, expiresAt }: Pick<Ingestion, 'state' | 'expiresAt'>, now: Date): boolean {
  return state === 'expired' || expiresAt <= now
}

export function hasEnded(state: StepState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

export function isDone(step: Step): step is Done {
  return step.state === 'done'
}

/** A page's info; ingestions that are not ready have none. Pages count from 1. */
export function pageInfo(ingestion: Ingestion, page: number): PageInfo | undefined {
  return ingestion.pages[page - 1]
}

/** What refuses a page that a ready ingestion does not have. */
export function pageMissing(ingestion: Ingestion, page: number): ProblemFacts {
  return { sentence: 'page_missing', params: { page, pages: ingestion.pages.length } }
}

/** Whether a report comes from whoever was given the attempt that is under way. */
export function isOfAttempt(step: Step, { attemptToken }: { attemptToken?: string | undefined }): boolean {
  return step.state === 'dispatched' && (step.attemptToken === null || step.attemptToken === attemptToken)
}
