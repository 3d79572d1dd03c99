import { z } from 'zod'
import { Layout, PageSize, PdfCompression, PdfStandard, usualPdf } from './assembly.ts'
import { Corners, PageInfo, Reason, RectifyOptions, StepStatus, Turn, type StepKind } from './detourage.ts'
import { LightingReason, Proportions } from './made-page.ts'
import { formatNames, outputFormats, type OutputFormat } from './formats.ts'
import { ProblemCode, ProblemFacts } from './problems.ts'
import type { SmallPicture } from './small-picture.ts'

/** Results from the workers, consumed by the gateway. */
export const resultsQueue = 'gateway-results'

/** Storage keys. One ingestion is one prefix, so that it can be erased in one sweep. */
export const storageKeys = {
  prefix: (ingestionId: string) => `ingestions/${ingestionId}/`,
  original: (ingestionId: string) => `ingestions/${ingestionId}/original`,
  artifact: (ingestionId: string, file: string) => `ingestions/${ingestionId}/artifacts/${file}`,
}

/** Artifact file names; derived from the step, so that a second run overwrites the same files. */
export const artifactFile = {
  preview: (page: number) => (page === 1 ? 'preview.jpg' : `preview-${page}.jpg`),
  viz: (stepId: string) => `${stepId}-viz.jpg`,
  mask: (stepId: string) => `${stepId}-mask.png`,
  warped: (stepId: string, format: OutputFormat) => `${stepId}-warped.${outputFormats[format].extension}`,
  /** For a detection, the page that was seen; for a rectification, the page that was made. */
  small: (stepId: string, picture: SmallPicture) => `${stepId}-${picture}.webp`,
  /** What a page is read from; never handed out: it has no watermark. */
  legible: (stepId: string) => `${stepId}-legible.jpg`,
  /** Of a rectification whose page was read. */
  text: (stepId: string) => `${stepId}-text.json`,
  plainText: (stepId: string) => `${stepId}-text.txt`,
  /** The page's PDF, in which its text is found. */
  searchable: (stepId: string) => `${stepId}-searchable.pdf`,
  assembled: (stepId: string) => `${stepId}-assembled.pdf`,
}

/** The W3C traceparent of the span that a job or a result continues; absent when tracing is off. */
const traceparent = z.string().max(100).optional()

/**
 * Issued by the gateway with each attempt at a step: a result with a missing or different token is rejected.
 * Absent from jobs that the previous version issued.
 */
const attemptToken = z.uuid().optional()

const common = {
  stepId: z.uuid(),
  attemptToken,
  ingestionId: z.uuid(),
  requestId: z.string(),
  traceparent,
  original: z.object({
    mime: z.string(),
    bytes: z.number().int(),
    /**
     * What opens a protected PDF: sealed in the queue, for the purpose that `passwordPurpose` gives; the worker opens it on its
     * way into the cell. Workers of the previous release do without, and say that the file is protected.
     */
    password: z.string().optional(),
  }),
}

/** A detected or given quad, relative to the upright page. */
export const Zone = z.object({
  source: z.enum(['user', 'detection']),
  corners: Corners,
  confidence: z.number(),
  status: StepStatus,
})
export type Zone = z.output<typeof Zone>

export const IngestJob = z.object({ step: z.literal('ingest'), ...common })
export type IngestJob = z.output<typeof IngestJob>

export const DetectJob = z.object({
  step: z.literal('detect'),
  ...common,
  page: z.number().int(),
  pageInfo: PageInfo,
})
export type DetectJob = z.output<typeof DetectJob>

/** How a PDF is written; `maxBytes: null` for any size. */
const writtenPdf = {
  standard: PdfStandard,
  compression: PdfCompression,
  maxBytes: z.int().positive().nullable(),
}

/** `zone: null` means that the worker must detect first. */
export const RectifyJob = z.object({
  step: z.literal('rectify'),
  ...common,
  page: z.number().int(),
  pageInfo: PageInfo,
  zone: Zone.nullable(),
  /** Not strict as at the public door: a worker does without an option that only the next release knows. */
  options: z.object(RectifyOptions.shape),
  /** Asked with a test key: the result is watermarked all over. */
  watermark: z.boolean().default(false),
  /** Its page will be read: workers that do not know of it leave nothing to read. */
  legible: z.boolean().default(false),
  /** Of a page in that format: workers of the previous release write one JPEG, of any size. */
  pdf: z.object(writtenPdf).default({ ...usualPdf, maxBytes: null }),
})
export type RectifyJob = z.output<typeof RectifyJob>

/** The file of a finished page; its size in pixels. */
const Made = z.object({
  format: z.enum(formatNames),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type Made = z.output<typeof Made>

export const ReadJob = z.object({
  step: z.literal('read'),
  ...common,
  /** The rectification whose page is read. */
  rectifyId: z.uuid(),
  /** Whether to lay the text over its PDF. */
  searchable: z.boolean(),
  /** Its file, where the page was not left to be read when it was made. */
  made: Made.optional(),
})
export type ReadJob = z.output<typeof ReadJob>

const placed = {
  ingestionId: z.uuid(),
  turn: Turn,
  /** The name of the file that it is from, and its own if it was given one. */
  source: z.string(),
  name: z.string().nullable(),
}

/** A page that was made, or one of an uploaded PDF as it is. */
export const AssembledPage = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('rectify'),
    ...placed,
    rectifyId: z.uuid(),
    made: Made,
    dpi: z.number().positive(),
    /** Without colours. */
    gray: z.boolean(),
    /** The step that has read it, or was to. */
    readId: z.uuid().nullable(),
  }),
  z.object({
    of: z.literal('file'),
    ...placed,
    page: z.int().positive(),
    /** Of its own file, sealed like the one of `original`. */
    password: z.string().optional(),
  }),
])
export type AssembledPage = z.output<typeof AssembledPage>

export const AssembleJob = z.object({
  step: z.literal('assemble'),
  ...common,
  title: z.string(),
  pages: z.array(AssembledPage).min(1),
  ...writtenPdf,
  pageSize: PageSize,
  layout: Layout,
})
export type AssembleJob = z.output<typeof AssembleJob>

export const IngestResult = z.object({
  mime: z.string(),
  pages: z.array(PageInfo).min(1),
  /** Decoding needs the whole image in memory: progressive, interlaced, WebP, HEIC, AVIF or GIF. */
  progressive: z.boolean(),
})
export type IngestResult = z.output<typeof IngestResult>

/** Whether the step also stored its small pictures. Workers of the first release made none. */
const shrunk = z.boolean().optional()

/**
 * Whether the proportions are so uncertain that a person should look. A field of its own: gateways of the previous release
 * refuse reasons that they do not know, and ignore fields.
 */
const shapeUncertain = z.boolean().optional()

/** Reasons explain and decide nothing, so those that only the next release knows are left out. */
const reasons = z.array(z.string()).transform((given) => given.filter(isReason))

function isReason(text: string): text is Reason {
  return Reason.safeParse(text).success
}

/** Workers of the previous release give all reasons for the page only. */
const DetectedDocument = z.object({
  corners: Corners,
  confidence: z.number(),
  status: StepStatus,
  reasons: reasons.optional(),
  shapeUncertain,
})

export const DetectResult = z.object({
  status: StepStatus,
  confidence: z.number(),
  corners: Corners,
  reasons,
  alternatives: z.array(z.object({ corners: Corners, confidence: z.number() })).max(3),
  documents: z.array(DetectedDocument),
  /**
   * Both pages, where the one document is an open book. A field of its own: gateways of the previous release would take one
   * of two `documents` for the whole answer. Not called as in the reply, where that gateway passes on what it does not know.
   */
  facingPages: z.tuple([DetectedDocument, DetectedDocument]).optional().catch(undefined),
  shapeUncertain,
  shrunk,
})
export type DetectResult = z.output<typeof DetectResult>

/** What `document` counts, from 1: the pages of an open book, or else the documents. */
export function documentsOf({
  documents,
  facingPages,
}: Pick<DetectResult, 'documents' | 'facingPages'>): DetectResult['documents'] {
  return facingPages ?? documents
}

/**
 * Why the light of a page was kept as it was; null when it was evened out. Absent when nothing was made, and from
 * workers of the previous release, or for a reason that only the next one knows.
 */
const lightKept = LightingReason.nullable().optional().catch(undefined)

/**
 * The sheet's shape: how far it departs from its best plane, and whether that was taken out of the page. Absent when nothing was
 * made, and from workers of the previous release, which look at no sheet's shape.
 */
const shape = z
  .object({ bend: z.number().min(0), flattened: z.boolean() })
  .optional()
  .catch(undefined)

/** What was given up of a PDF's pictures for it to be below a size: JPEG's quality, and resolution, as a share of what there was. */
const Reduction = z.object({ quality: z.int(), scale: z.number() })
export type Reduction = z.output<typeof Reduction>

/**
 * `detection` is present if the worker had to detect first. With status `NOT_FOUND` nothing was warped, either because
 * nothing was found or because the detection, whose own status says which, is in doubt.
 */
export const RectifyResult = z.object({
  status: StepStatus,
  confidence: z.number(),
  corners: Corners,
  dpi: z.number(),
  mime: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  paper: z.string().nullable(),
  proportions: Proportions.nullable(),
  detection: DetectResult.nullable(),
  /** Of the file; absent when nothing was made, and from workers of the previous release, which write PDFs in one way only. */
  bytes: z.int().positive().optional(),
  /** Absent where the file's size is. */
  reduced: Reduction.nullable().optional(),
  lightKept,
  shape,
  shrunk,
})
export type RectifyResult = z.output<typeof RectifyResult>

export const ReadResult = z.object({
  words: z.number().int().min(0),
  /** Of the PDF over which the text was laid, if there is one. */
  pdfBytes: z.int().positive().optional(),
})
export type ReadResult = z.output<typeof ReadResult>

export const AssembleResult = z.object({
  pages: z.int().positive(),
  pagesWithText: z.int().min(0),
  bytes: z.int().positive(),
  maxBytesMet: z.boolean().nullable(),
  reduced: Reduction.nullable(),
})
export type AssembleResult = z.output<typeof AssembleResult>

/** CPU time of the attempt, as measured by the worker; absent from workers of the previous version. */
const cpuSeconds = z.number().nonnegative().optional()

const ofStep = { stepId: z.uuid(), attemptToken, ingestionId: z.uuid(), traceparent, cpuSeconds }

function doneOf<Kind extends StepKind, Result extends z.ZodType>(kind: Kind, result: Result) {
  return z.object({ kind: z.literal(kind), ...ofStep, result })
}

type Messages<Kind extends StepKind> = {
  readonly lane: `vision-${string}`
  readonly job: z.ZodType<{ step: Kind }>
  readonly done: z.ZodType<{ kind: Kind; result: object }>
}

/** The messages between gateway and workers for each kind of step: lane, job, result. */
export const stepMessages = {
  ingest: { lane: 'vision-ingest', job: IngestJob, done: doneOf('ingest', IngestResult) },
  detect: { lane: 'vision-detect', job: DetectJob, done: doneOf('detect', DetectResult) },
  rectify: { lane: 'vision-rectify', job: RectifyJob, done: doneOf('rectify', RectifyResult) },
  read: { lane: 'vision-read', job: ReadJob, done: doneOf('read', ReadResult) },
  assemble: { lane: 'vision-assemble', job: AssembleJob, done: doneOf('assemble', AssembleResult) },
} as const satisfies { readonly [Kind in StepKind]: Messages<Kind> }

type StepMessages = typeof stepMessages
export type JobOf<Kind extends StepKind> = z.output<StepMessages[Kind]['job']>
export type ResultOf<Kind extends StepKind> = z.output<StepMessages[Kind]['done']>['result']

const messages = atLeastOne(Object.values(stepMessages))

/**
 * The vision workers’ lanes: one per kind, `vision-heavy` for every PDF and every image that needs much
 * memory, and those of batches.
 */
export const visionQueues = [
  ...messages.map(({ lane }) => lane),
  'vision-heavy',
  'vision-bulk',
  'vision-bulk-heavy',
  'vision-bulk-side',
] as const
export type VisionQueue = (typeof visionQueues)[number]

/** Lanes of batches: one for each sort of slots, which look at it only while nothing waits in the lanes that they have beside it. */
export const bulkLanes: readonly VisionQueue[] = ['vision-bulk', 'vision-bulk-heavy', 'vision-bulk-side']
export const heavyLanes: readonly VisionQueue[] = ['vision-heavy', 'vision-bulk-heavy']

/**
 * Lanes of what is made of finished pages. Pages do without it, so they have windows of steps in flight of their own, and where one
 * stands still the product is degraded, not down.
 */
export const sideLanes: readonly VisionQueue[] = ['vision-read', 'vision-assemble', 'vision-bulk-side']

export const VisionJob = z.discriminatedUnion('step', atLeastOne(messages.map(({ job }) => job)))
export type VisionJob = z.output<typeof VisionJob>

/**
 * What a worker reports. `reason` is for the log, never for the client. `code` and `detail` (in French) of a
 * refusal are there for gateways of the previous version, whose workers send no `problem`, or do not know this one.
 */
export const StepOutcome = z.discriminatedUnion('kind', [
  ...atLeastOne(messages.map(({ done }) => done)),
  z.object({
    kind: z.literal('problem'),
    ...ofStep,
    code: ProblemCode.catch('internal'),
    detail: z.string(),
    problem: ProblemFacts.optional().catch(undefined),
    reason: z.string(),
  }),
])
export type StepOutcome = z.output<typeof StepOutcome>

/** The part of a malformed outcome that identifies its step and attempt. */
export const UnfitOutcome = z.object({ stepId: z.uuid(), attemptToken })
export type UnfitOutcome = z.output<typeof UnfitOutcome>

/** A table’s rows as the non-empty tuple that a union of schemas needs. */
function atLeastOne<Row>(rows: readonly Row[]): [Row, ...Row[]] {
  const [first, ...others] = rows
  if (first === undefined) throw new Error('a table without rows')
  return [first, ...others]
}
