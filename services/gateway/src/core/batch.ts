import { artifactPath } from '@equerre/contract/artifact'
import type {
  Batch,
  BatchAssembly,
  BatchEventData,
  BatchItem,
  ItemCounts,
  ItemState,
} from '@equerre/contract/batches'
import type { RectifyOptions, RectifyReply, StepStatus } from '@equerre/contract/detourage'
import { artifactFile } from '@equerre/contract/jobs'
import { codeOf, type ProblemCode, type ProblemFacts } from '@equerre/contract/problems'
import type { Networks } from './fairness.ts'
import { rectifyReply, rectifyStatus } from './replies.ts'
import { isDone, type Owner, type Step } from './step.ts'

/** Many inputs with common options. */
export type BatchRow = {
  readonly id: string
  readonly owner: Owner
  /** The key that pays; what may be spent with it is asked at each turn. */
  readonly keyId: string | null
  readonly networks: Networks
  readonly options: RectifyOptions
  /** How the pages of each group become one PDF; null where they do not. */
  readonly assembly: BatchAssembly | null
  readonly callbackUrl: string | null
  readonly requestId: string
  readonly state: Batch['state']
  readonly createdAt: Date
  readonly endsBy: Date
  readonly endedAt: Date | null
}

export type ItemRow = {
  readonly batchId: string
  readonly index: number
  readonly reference: string | null
  readonly group: string | null
  readonly state: ItemState
  readonly page: number
  /** The file that is named, or the one that will be. */
  readonly ingestionId: string
  /** Of a file from an address. */
  readonly name: string | null
  /** Null for a file that was uploaded, and once it is no longer waiting. */
  readonly sealedAddress: string | null
  readonly sealedPassword: string | null
  readonly rectifyId: string | null
  readonly status: StepStatus | null
  readonly charged: 0 | 1
  readonly problem: ProblemFacts | null
}

export type AssemblyRow = {
  readonly batchId: string
  readonly group: string
  readonly state: ItemState
  readonly stepId: string | null
  readonly problem: ProblemFacts | null
}

/** How far a batch is. */
export type Progress = {
  readonly items: ItemCounts
  /** Items of which there is a page. */
  readonly made: number
  readonly charged: number
  readonly assemblies: readonly AssemblyRow[]
}

/** An open batch: how many of its items are under way, and which one is next. */
export type OpenBatch = { readonly batch: BatchRow; readonly running: number; readonly next: number | null }

/**
 * Whose turn it is within a principal's window: the next item of the batch with the fewest under way, of the oldest of these.
 * @param open oldest first
 */
export function chooseTurn(
  open: readonly OpenBatch[],
  inFlightMax: number,
): { readonly batch: BatchRow; readonly index: number } | null {
  if (open.reduce((sum, { running }) => sum + running, 0) >= inFlightMax) return null
  const [first, ...others] = open.filter(({ next }) => next !== null)
  if (!first) return null
  const chosen = others.reduce((best, each) => (each.running < best.running ? each : best), first)
  return { batch: chosen.batch, index: chosen.next! }
}

/**
 * Whether an item that cannot be paid for may be later: while others are under way that pay as it does, of which any may turn out to
 * cost nothing.
 * @param open all of its owner's open batches
 */
export function mayPayLater(
  open: readonly OpenBatch[],
  { owner, keyId }: BatchRow,
  code: ProblemCode,
): boolean {
  if (code !== 'credits_exhausted' && code !== 'key_cap_reached') return false
  return open.some(
    ({ batch, running }) =>
      running > 0 &&
      batch.owner.test === owner.test &&
      (code === 'credits_exhausted' || batch.keyId === keyId),
  )
}

/** For how many seconds its steps give way to calls; as long as any step, they live from then on. */
export function secondsLeft({ endsBy }: BatchRow, now: Date): number {
  return Math.max(0, Math.ceil((endsBy.getTime() - now.getTime()) / 1_000))
}

/** What ends an item, and an assembly. */
export type ItemEnd =
  | { readonly state: 'done'; readonly status: StepStatus | null; readonly charged: 0 | 1 }
  | { readonly state: 'failed'; readonly problem: ProblemFacts }
  | { readonly state: 'cancelled' }

/** The end of an item, by its rectify's, or of an assembly by its step's. */
export function endOf(step: Step): ItemEnd {
  if (step.problem) return { state: 'failed', problem: step.problem }
  if (!isDone(step)) return { state: 'cancelled' }
  return {
    state: 'done',
    status: step.kind === 'rectify' ? rectifyStatus(step) : null,
    charged: step.charged === 1 ? 1 : 0,
  }
}

export function batchReply(batch: BatchRow, { items, charged, assemblies }: Progress): Batch {
  return {
    id: batch.id,
    state: batch.state,
    created_at: batch.createdAt.toISOString(),
    ends_by: batch.endsBy.toISOString(),
    ended_at: batch.endedAt?.toISOString() ?? null,
    items,
    credits_charged: charged,
    assemblies: assemblies.map(({ group, state, stepId, problem }) => ({
      group,
      state,
      job_id: stepId,
      code: problem && codeOf(problem.sentence),
      artifacts: state === 'done' && stepId !== null ? pdfOf(stepId) : null,
    })),
  }
}

function pdfOf(stepId: string) {
  return { pdf_path: artifactPath(stepId, artifactFile.assembled(stepId)) }
}

export function itemReply(item: ItemRow, result: RectifyReply | null): BatchItem {
  const { index, reference, group, state, status, problem, charged } = item
  return {
    index,
    reference,
    group,
    state,
    // Where there is no file yet, its id leads nowhere.
    ingestion_id: item.rectifyId === null && item.name !== null ? null : item.ingestionId,
    job_id: item.rectifyId,
    status,
    code: problem && codeOf(problem.sentence),
    credits_charged: charged,
    result,
  }
}

/** The reply of an item's step; null where it made none. */
export function resultOf(step: Step | undefined): RectifyReply | null {
  return step?.kind === 'rectify' && isDone(step) ? rectifyReply(step) : null
}

/** The name of an item's page in a folder of all of them: its position, and what its owner calls it. */
export function pageInBatch(
  { index, reference }: Pick<BatchItem, 'index' | 'reference'>,
  file: string,
): string {
  const extension = file.slice(file.lastIndexOf('.'))
  return fileInBatch(index, `${reference ?? 'page'}${extension}`)
}

/** A file's name in that folder, which no two have, and no system reads as a path. */
export function fileInBatch(place: number, name: string): string {
  return `${String(place + 1).padStart(4, '0')}-${name.replace(/[/\\:*?"<>|]/g, '-')}`
}

type BatchEvent = { readonly type: 'batch.finished' | 'batch.failed'; readonly data: BatchEventData }

/** What there is to tell of a batch that has ended. @param overdue whether items had no turn in time */
export function batchEvent(
  batch: BatchRow,
  { items, charged, made }: Progress,
  overdue: boolean,
): BatchEvent {
  const failed = batch.state === 'cancelled' || overdue || made === 0
  return {
    type: failed ? 'batch.failed' : 'batch.finished',
    data: {
      batch_id: batch.id,
      batch_path: batchPath(batch.id),
      state: batch.state,
      items,
      credits_charged: charged,
      test: batch.owner.test,
    },
  }
}

export function batchPath(id: string): string {
  return `/api/v1/detourage/batches/${id}`
}
