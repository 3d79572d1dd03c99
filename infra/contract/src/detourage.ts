import { z } from 'zod'
import { AssemblyReply, PdfCompression, pdfOptions, PdfStandard, Reduced } from './assembly.ts'
import { callback } from './callback.ts'
import { decimal } from './decimal.ts'
import { defineEndpoint } from './endpoint.ts'
import { formatMimes, formatNames } from './formats.ts'
import { Address, signing, signingAgain } from './from-outside.ts'
import { Flatten, Lighting, LightingReason, madeShape, Proportions, TextReason } from './made-page.ts'
import { Password } from './password.ts'
import { addressProblems, fileProblems } from './problems.ts'

/**
 * `OK`: trust it. `REVIEW_REQUIRED`: check it; with the reason `uncertain`, corners are the whole frame, and a
 * rectify without `corners` makes nothing at no charge. `NOT_FOUND`: no document seen, likewise.
 */
export const StepStatus = z.enum(['OK', 'REVIEW_REQUIRED', 'NOT_FOUND'])
export type StepStatus = z.output<typeof StepStatus>

export const StepKind = z.enum(['ingest', 'detect', 'rectify', 'read', 'assemble'])
export type StepKind = z.output<typeof StepKind>
/** What clients ask of one file by a call of its own: a page is read along with what makes it. */
export type AskedKind = Exclude<StepKind, 'read' | 'assemble'>

/** Why a detection is doubtful, or fell back to the whole frame. The page has one sentence per code and language. */
export const Reason = z.enum([
  'blurred',
  'glare',
  'corner_outside',
  'busy_background',
  'low_contrast',
  'several_documents',
  'already_cropped',
  'low_confidence',
  'uncertain',
  'proportions',
  'curved',
  'no_document',
])
export type Reason = z.output<typeof Reason>

/** A position relative to the upright page: x (rightwards) and y (downwards) from 0 to 1, and slightly beyond. */
export const RelativePoint = z.tuple([z.number().min(-0.25).max(1.25), z.number().min(-0.25).max(1.25)])

/** Four corners, clockwise from the document's own top left, relative to the upright page. */
export const Corners = z.tuple([RelativePoint, RelativePoint, RelativePoint, RelativePoint])
export type Corners = z.output<typeof Corners>

/** One image of an ingestion, upright, in pixels; PDF pages that are no photographs are measured at 300 dpi. */
export const PageInfo = z.object({
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  kind: z.enum(['photo', 'scan', 'digital']).describe('page_kind'),
  focal: z.number().positive().optional().describe('focal'),
})
export type PageInfo = z.output<typeof PageInfo>

export const Paper = z.enum(['auto', 'a4', 'a5', 'letter', 'legal', 'id1', 'none'])
export type Paper = z.output<typeof Paper>
const Filter = z.enum(['color', 'gray', 'bw'])
/** Degrees to turn the finished page clockwise. */
export const Turn = z.literal([0, 90, 180, 270])
export type Turn = z.output<typeof Turn>

/** Included in a page's credit. No defaults: the fingerprints of calls that do not name them stay what they were. */
const included = {
  flatten: Flatten.optional().describe('flatten'),
  text: z.boolean().optional().describe('text'),
  ...pdfOptions,
}

/** No file has as many, and every number up to it fits where pages are kept. */
const pagesMax = 1_000_000_000
/** Of a page in its file, from 1; whether there is such a page is known once the file has been read. */
export const PageNumber = z.int().positive().max(pagesMax)

/** Options of a rectify. Unknown names are refused, so that a typing error costs nothing. */
export const RectifyOptions = z.strictObject({
  relighting: z.boolean().default(false),
  /** The operator sets the bounds, so they are not in the schema. */
  dpi: z.int().positive().default(300).describe('dpi_asked'),
  corners: Corners.optional(),
  page: PageNumber.optional(),
  /** No default: which document is the largest is only known once they are found. */
  document: z.number().int().positive().optional().describe('document_asked'),
  format: z.enum(formatNames).default('png'),
  paper: Paper.default('auto'),
  filter: Filter.default('color'),
  /** No default: workers of the previous release reject the name, so it is sent only when it matters. */
  turn: Turn.optional().describe('turn'),
  ...included,
})
export type RectifyOptions = z.output<typeof RectifyOptions>

/** Options for rendering a paid page again, from the same quad. Whatever is not given stays as it was. */
export const RenderOptions = z.strictObject({
  render_of: z.uuid().describe('render_of'),
  relighting: z.boolean().optional(),
  format: z.enum(formatNames).optional(),
  filter: Filter.optional(),
  turn: Turn.optional().describe('turn_again'),
  ...included,
})
export type RenderOptions = z.output<typeof RenderOptions>

const path = z.string().describe('own_path')

export const IngestReply = z.object({
  ingestion_id: z.uuid(),
  status: StepStatus,
  mime: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  pages: z.array(PageInfo),
  name: z.string(),
  size: z.number().int(),
  expires_at: z.iso.datetime(),
  artifacts: z.object({ preview_path: path }),
})
export type IngestReply = z.output<typeof IngestReply>

/** How many documents a detection tells apart on one page at most. */
export const documentsMax = 12

const DetectedDocument = z.object({
  corners: Corners,
  confidence: z.number(),
  status: StepStatus,
  reasons: z.array(Reason).describe('document_reasons'),
})

export const DetectReply = z.object({
  ingestion_id: z.uuid(),
  page: z.number().int(),
  status: StepStatus,
  confidence: z.number().describe('confidence'),
  mime: z.string(),
  corners: Corners.describe('detected_corners'),
  reasons: z.array(Reason).describe('detect_reasons'),
  alternatives: z.array(z.object({ corners: Corners, confidence: z.number() })).max(3),
  documents: z.array(DetectedDocument).max(documentsMax).describe('documents'),
  spread: z.boolean().describe('spread'),
  artifacts: z.object({
    viz_path: path,
    mask_path: path,
    thumb_path: path.nullable().describe('seen_thumb_path'),
  }),
})
export type DetectReply = z.output<typeof DetectReply>

export const RectifyReply = z.object({
  id: z.uuid().describe('rectify_id'),
  ingestion_id: z.uuid(),
  page: z.number().int(),
  document: z.number().int().describe('document_made'),
  status: StepStatus,
  confidence: z.number(),
  reasons: z.array(Reason).describe('rectify_reasons'),
  dpi: z.number().describe('effective_dpi'),
  mime: z.string().nullable().describe('made_mime'),
  width: z.number().int().nullable().describe('made_pixels'),
  height: z.number().int().nullable().describe('made_pixels'),
  bytes: z.int().positive().nullable().describe('made_bytes'),
  standard: PdfStandard.nullable().describe('made_standard'),
  compression: PdfCompression.nullable().describe('made_compression'),
  max_bytes_met: z.boolean().nullable().describe('max_bytes_met'),
  reduced: Reduced.nullable().describe('reduced'),
  paper: z.string().nullable().describe('paper'),
  proportions: Proportions.nullable().describe('proportions'),
  corners: Corners,
  filter: Filter,
  relighting: z.boolean(),
  lighting: Lighting.nullable().describe('lighting'),
  lighting_reason: LightingReason.nullable().describe('lighting_reason'),
  turn: Turn.describe('turned'),
  ...madeShape,
  text_reason: TextReason.nullable().describe('text_reason'),
  capture_id: z.uuid().nullable().describe('capture_id'),
  artifacts: z.object({
    warped_path: path.nullable(),
    text_path: path.nullable().describe('text_path'),
    plain_text_path: path.nullable().describe('plain_text_path'),
    screen_path: path.nullable().describe('made_screen_path'),
    thumb_path: path.nullable().describe('made_thumb_path'),
    viz_path: path,
    mask_path: path,
  }),
})
export type RectifyReply = z.output<typeof RectifyReply>

/** What was read on a finished page. */
export const ReadReply = z.object({
  ingestion_id: z.uuid(),
  page: z.number().int(),
  rectify_id: z.uuid().describe('read_of'),
  words: z.number().int().min(0).describe('words_read'),
  artifacts: z.object({
    text_path: path.describe('text_path'),
    plain_text_path: path.describe('plain_text_path'),
  }),
})
export type ReadReply = z.output<typeof ReadReply>

/** The reply of a finished step, by kind. */
const stepReplies = {
  ingest: IngestReply,
  detect: DetectReply,
  rectify: RectifyReply,
  read: ReadReply,
  assemble: AssemblyReply,
} as const satisfies Record<StepKind, z.ZodObject>
export type StepReply<Kind extends StepKind = StepKind> = z.output<(typeof stepReplies)[Kind]>

/** A step still in progress: the body of every 202. */
export const RunningJob = z.object({
  id: z.uuid(),
  ingestion_id: z.uuid(),
  step: StepKind,
  state: z.enum(['queued', 'running']),
  pages_read: z
    .object({ done: z.int().min(0), total: z.int().positive() })
    .optional()
    .describe('pages_read'),
})
export type RunningJob = z.output<typeof RunningJob>

const none = z.object({})
const pageField = decimal(PageNumber).optional()
export const stepProblems = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'expired',
  'invalid_request',
  'unreadable_file',
  'too_many_pixels',
  'too_few_pixels',
  'idempotency_mismatch',
  'idempotency_in_flight',
  'rate_limited',
  'internal',
  'unavailable',
] as const

const uploadProblems = [...stepProblems, ...fileProblems, ...addressProblems] as const
const optionsText = z.string().max(4_000)

const makes = { access: 'anyone', scopes: ['straighten'] } as const

export const ingest = defineEndpoint({
  name: 'ingest',
  method: 'POST',
  path: '/v1/detourage/ingest',
  ...makes,
  params: none,
  query: z.object(signing),
  body: z.strictObject({ url: Address, password: Password, ...callback }),
  encoding: 'upload',
  reply: IngestReply,
  step: true,
  problems: uploadProblems,
})

export const detect = defineEndpoint({
  name: 'detect',
  method: 'POST',
  path: '/v1/detourage/detect',
  ...makes,
  params: none,
  query: z.object(signing),
  body: z.strictObject({ ingestion_id: z.uuid(), page: pageField, ...callback }),
  encoding: 'form',
  reply: DetectReply,
  step: true,
  problems: stepProblems,
})

export const rectify = defineEndpoint({
  name: 'rectify',
  method: 'POST',
  path: '/v1/detourage/rectify',
  ...makes,
  params: none,
  query: z.object(signing),
  body: z.strictObject({
    ingestion_id: z.uuid(),
    page: pageField,
    options: z
      .union([RectifyOptions, RenderOptions, optionsText])
      .optional()
      .describe('options_object_or_text'),
    ...callback,
  }),
  encoding: 'form',
  reply: RectifyReply,
  step: true,
  problems: [...stepProblems, 'credits_exhausted'],
})

/** A file or its address in, the straightened page out: either in the reply of `rectify`, or as the file itself. */
export const oneShot = defineEndpoint({
  name: 'oneShot',
  method: 'POST',
  path: '/v1/detourage',
  ...makes,
  params: none,
  query: z.object(signing),
  body: z.strictObject({
    url: Address,
    page: pageField,
    options: z.union([RectifyOptions, optionsText]).optional().describe('options_object_or_text'),
    password: Password,
    ...callback,
  }),
  encoding: 'upload',
  reply: RectifyReply,
  files: formatMimes,
  step: true,
  problems: [...uploadProblems, 'credits_exhausted', 'nothing_found'],
})

export const getJob = defineEndpoint({
  name: 'getJob',
  method: 'GET',
  path: '/v1/detourage/jobs/:id',
  access: 'anyone',
  scopes: ['straighten', 'read'],
  params: z.object({ id: z.uuid() }),
  query: z.object(signingAgain),
  body: z.void(),
  reply: z.union(Object.values(stepReplies)),
  polls: true,
  problems: stepProblems,
})
