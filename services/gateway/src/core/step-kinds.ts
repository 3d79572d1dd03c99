import { usualPdf } from '@equerre/contract/assembly'
import type { PageInfo, StepKind, StepReply } from '@equerre/contract/detourage'
import type { Item } from '@equerre/contract/item'
import type { FetchJob } from '@equerre/contract/courier'
import {
  artifactFile,
  type DetectResult,
  type JobOf,
  type ResultOf,
  type VisionJob,
} from '@equerre/contract/jobs'
import type { LimitName } from '@equerre/contract/limits'
import { isFetched } from './lanes.ts'
import { assemblyReply, detectReply, ingestReply, readReply, rectifyReply } from './replies.ts'
import { isMade, pageInfo, type Done, type Ingestion, type Step } from './step.ts'

type KindRow<Kind extends StepKind> = {
  /** Status of a file whose last step is of this kind: while it runs, and once it has ended. */
  readonly status: { readonly running: Item['status']; readonly ended: Item['status'] }
  /** The longest time from its acceptance to its end. */
  readonly deadline: LimitName
  /** Credits finally charged, of those held; null for kinds that never cost any. */
  readonly charge: ((step: Done<Kind>) => 0 | 1) | null
  /** The artifact that must exist for a result to be accepted, null if this one needs none; null for kinds that never do. */
  readonly proof: ((step: Step<Kind>, result: ResultOf<Kind>) => string | null) | null
  /** What it found out about its page's documents. */
  readonly detection: (step: Done<Kind>) => DetectResult | null
  /** The job for a worker. */
  readonly job: (step: Step<Kind>, ingestion: Ingestion) => JobOf<Kind>
  readonly reply: (step: Done<Kind>, ingestion: Ingestion) => StepReply<Kind>
}

const stepKinds: { readonly [Kind in StepKind]: KindRow<Kind> } = {
  ingest: {
    status: { running: 'uploading', ended: 'ingested' },
    deadline: 'stepSecondsMax',
    charge: null,
    proof: null,
    detection: () => null,
    job: (step, ingestion) => ({ step: 'ingest', ...commonOf(step, ingestion) }),
    reply: (_, ingestion) => ingestReply(ingestion),
  },
  detect: {
    status: { running: 'detecting', ended: 'detected' },
    deadline: 'stepSecondsMax',
    charge: null,
    proof: null,
    detection: ({ result }) => result,
    job: (step, ingestion) => ({ step: 'detect', ...commonOf(step, ingestion), ...pageOf(step, ingestion) }),
    reply: detectReply,
  },
  rectify: {
    status: { running: 'rectifying', ended: 'done' },
    deadline: 'stepSecondsMax',
    // Free when no document was found, or none clearly enough.
    charge: (step) => (isMade(step) ? step.cost : 0),
    proof: (step, result) =>
      isMade({ ...step, result }) ? artifactFile.warped(step.id, step.input.options.format) : null,
    detection: ({ result }) => result.detection,
    job: (step, ingestion) => {
      const { zone, options: asked, watermark = false } = step.input
      // Of text and PDFs, workers are told by fields of their own: those of the previous release refuse options that they do not know.
      const { text, compression, standard, max_bytes: maxBytes = null, ...options } = asked
      const legible = text === true && step.text === null
      const pdf = {
        compression: compression ?? usualPdf.compression,
        standard: standard ?? usualPdf.standard,
        maxBytes,
      }
      const common = { ...commonOf(step, ingestion), ...pageOf(step, ingestion) }
      return { step: 'rectify', ...common, zone, options, watermark, legible, pdf }
    },
    reply: rectifyReply,
  },
  read: {
    status: { running: 'rectifying', ended: 'done' },
    deadline: 'stepSecondsMax',
    charge: null,
    proof: null,
    detection: () => null,
    job: (step, ingestion) => ({ step: 'read', ...commonOf(step, ingestion), ...step.input }),
    reply: readReply,
  },
  assemble: {
    status: { running: 'rectifying', ended: 'done' },
    deadline: 'assemblySecondsMax',
    charge: null,
    proof: (step) => artifactFile.assembled(step.id),
    detection: () => null,
    job: (step, ingestion) => {
      const { reads: _, ...input } = step.input
      return { step: 'assemble', ...commonOf(step, ingestion), ...input }
    },
    reply: assemblyReply,
  },
}

/** The job of a step in its lane: for the courier, which must fetch its file, or for the workers. */
export function jobOf(step: Step, ingestion: Ingestion): VisionJob | FetchJob {
  return isFetched(step.lane) ? fetchJob(step) : rowOf(step).job(step, ingestion)
}

function fetchJob({ id, ingestionId, requestId, attemptToken, traceparent, ...step }: Step): FetchJob {
  const { address } = step.input as Step<'ingest'>['input']
  if (address === undefined || attemptToken === null)
    throw new Error(`step ${id} has no address to fetch from`)
  const traced = traceparent === null ? {} : { traceparent }
  return { step: 'fetch', stepId: id, attemptToken, ingestionId, requestId, address, ...traced }
}

/** Everything that depends on the kind of a step. */
export function rowOf<Kind extends StepKind>({ kind }: { readonly kind: Kind }): KindRow<Kind> {
  return stepKinds[kind]
}

function commonOf(step: Step, { id, mime, bytes, sealedPassword: password }: Ingestion) {
  return {
    stepId: step.id,
    ingestionId: id,
    requestId: step.requestId,
    ...(step.attemptToken !== null && { attemptToken: step.attemptToken }),
    ...(step.traceparent !== null && { traceparent: step.traceparent }),
    // Of what was made from a file, a text can be read without it.
    original: { mime, bytes, ...(password !== null && step.kind !== 'read' && { password }) },
  }
}

function pageOf({ id, page }: Step, ingestion: Ingestion): { page: number; pageInfo: PageInfo } {
  const info = pageInfo(ingestion, page)
  if (!info) throw new Error(`step ${id} asks for page ${page} of an ingestion without it`)
  return { page, pageInfo: info }
}
