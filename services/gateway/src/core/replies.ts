import { artifactPath } from '@equerre/contract/artifact'
import { usualPdf, type AssemblyReply, type Reduced } from '@equerre/contract/assembly'
import type {
  DetectReply,
  IngestReply,
  ReadReply,
  RectifyOptions,
  RectifyReply,
  StepStatus,
} from '@equerre/contract/detourage'
import type { LightingReason, TextReason } from '@equerre/contract/made-page'
import { isInDoubt, statedReasons } from '@equerre/contract/doubt'
import { outputFormats } from '@equerre/contract/formats'
import { artifactFile, documentsOf, type Reduction } from '@equerre/contract/jobs'
import type { SmallPicture } from '@equerre/contract/small-picture'
import {
  asksForText,
  captureIdOf,
  documentOf,
  isMade,
  reasonsOf,
  takesText,
  turnOf,
  type Done,
  type Ingestion,
  type Step,
} from './step.ts'

export function ingestReply(ingestion: Ingestion): IngestReply {
  const [first] = ingestion.pages
  if (!first) throw new Error(`ingestion ${ingestion.id} is ready without a page`)
  return {
    ingestion_id: ingestion.id,
    status: 'OK',
    mime: ingestion.mime,
    width: first.width,
    height: first.height,
    pages: [...ingestion.pages],
    name: ingestion.name,
    size: ingestion.bytes,
    expires_at: ingestion.expiresAt.toISOString(),
    artifacts: { preview_path: artifactPath(ingestion.id, artifactFile.preview(1)) },
  }
}

export function detectReply(step: Done<'detect'>): DetectReply {
  const { shrunk: _, shapeUncertain: __, documents: ___, facingPages, ...result } = step.result
  return {
    ingestion_id: step.ingestionId,
    page: step.page,
    ...result,
    reasons: statedReasons(step.result),
    spread: facingPages !== undefined,
    documents: documentsOf(step.result).map(({ reasons = [], shapeUncertain, ...found }) => ({
      ...found,
      reasons: statedReasons({ status: found.status, reasons, shapeUncertain }),
    })),
    mime: outputFormats.jpeg.mime,
    artifacts: { ...shownZone(step), thumb_path: smallPath(step, 'thumb') },
  }
}

export function assemblyReply(
  { id, input, result }: Done<'assemble'>,
  { expiresAt }: Ingestion,
): AssemblyReply {
  return {
    id,
    title: input.title,
    page_count: result.pages,
    pages_with_text: result.pagesWithText,
    bytes: result.bytes,
    standard: input.standard,
    compression: input.compression,
    max_bytes_met: result.maxBytesMet,
    reduced: reducedOf(result.reduced),
    expires_at: expiresAt.toISOString(),
    artifacts: { pdf_path: artifactPath(id, artifactFile.assembled(id)) },
  }
}

export function readReply({ id, ingestionId, page, input, result }: Done<'read'>): ReadReply {
  return {
    ingestion_id: ingestionId,
    page,
    rectify_id: input.rectifyId,
    words: result.words,
    artifacts: textFiles(ingestionId, id),
  }
}

export function rectifyReply(step: Done<'rectify'>): RectifyReply {
  const { filter, relighting, flatten = 'auto' } = step.input.options
  return {
    id: step.id,
    ingestion_id: step.ingestionId,
    page: step.page,
    document: documentOf(step),
    ...seenZone(step),
    dpi: step.result.dpi,
    ...(isMade(step) ? { ...madePage(step), ...madeFile(step) } : nothingMade),
    filter,
    relighting,
    turn: turnOf(step.input),
    flatten,
    text_reason: textReason(step),
    capture_id: captureIdOf(step),
    artifacts: {
      ...(isMade(step) ? madeFiles(step) : noFiles),
      ...shownZone(step),
    },
  }
}

/** The zone, and how far to trust it. */
function seenZone(step: Done<'rectify'>) {
  const { confidence, corners } = step.result
  const status = rectifyStatus(step)
  const stated = statedReasons({ status, reasons: reasonsOf(step) })
  return {
    status,
    confidence,
    corners,
    reasons: isLeftCurved(step) ? [...stated, 'curved' as const] : stated,
  }
}

/** Whether its sheet is bent and the page was not flattened: it was not to be, or its shape is not certain. */
function isLeftCurved({ result: { shape } }: Done<'rectify'>): boolean {
  return shape !== undefined && shape.bend > 0 && !shape.flattened
}

/** Workers report every rectify without a page as `NOT_FOUND`; its detection tells doubt from nothing at all. */
export function rectifyStatus(step: Done<'rectify'>): StepStatus {
  const { status, detection } = step.result
  if (isMade(step)) return status
  return detection && isInDoubt(detection) ? detection.status : 'NOT_FOUND'
}

function madePage({ result, input }: Done<'rectify'>) {
  const { mime, width, height, paper, proportions, lightKept, shape } = result
  const flat = { flattened: shape?.flattened ?? null, bend: shape?.bend ?? null }
  return { mime, width, height, paper, proportions, ...lightOf(input.options, lightKept), ...flat }
}

type MadeFile = Pick<RectifyReply, 'bytes' | 'standard' | 'compression' | 'max_bytes_met' | 'reduced'>

/** A worker that does not say how large the file is knows one way only to write a PDF. */
function madeFile({ result, input, text }: Done<'rectify'>): MadeFile {
  const { format, compression, standard, max_bytes: most } = input.options
  const bytes = text?.pdfBytes ?? result.bytes ?? null
  if (format !== 'pdf') return { bytes, ...noPdf }
  if (bytes === null || result.bytes === undefined)
    return { bytes, standard: 'pdf', compression: 'jpeg', max_bytes_met: null, reduced: null }
  return {
    bytes,
    standard: standard ?? usualPdf.standard,
    compression: compression ?? usualPdf.compression,
    max_bytes_met: most === undefined ? null : bytes <= most,
    reduced: reducedOf(result.reduced),
  }
}

function reducedOf(given: Reduction | null | undefined): Reduced | null {
  return given ? { jpeg_quality: given.quality, resolution: given.scale } : null
}

/** @param kept absent from workers of the previous release, of whom only what was asked is known */
function lightOf(
  { relighting }: RectifyOptions,
  kept: LightingReason | null | undefined,
): Pick<RectifyReply, 'lighting' | 'lighting_reason'> {
  const reason = relighting ? kept : 'not_asked'
  if (reason === undefined) return { lighting: null, lighting_reason: null }
  return { lighting: reason === null ? 'applied' : 'kept', lighting_reason: reason }
}

const noPdf = { standard: null, compression: null, max_bytes_met: null, reduced: null } as const

const nothingMade = {
  mime: null,
  width: null,
  height: null,
  bytes: null,
  ...noPdf,
  paper: null,
  proportions: null,
  lighting: null,
  lighting_reason: null,
  flattened: null,
  bend: null,
} as const

/** Why there is no text; null where there is: a page may also be read for an assembly. */
function textReason(step: Done<'rectify'>): TextReason | null {
  if (!isMade(step)) return asksForText(step) ? 'nothing_made' : 'not_asked'
  if (step.text !== null) return step.text.readId === null ? 'failed' : null
  return asksForText(step) ? 'pending' : 'not_asked'
}

function textFiles(ingestionId: string, readId: string) {
  return {
    text_path: artifactPath(ingestionId, artifactFile.text(readId)),
    plain_text_path: artifactPath(ingestionId, artifactFile.plainText(readId)),
  }
}

const noText = { text_path: null, plain_text_path: null } as const

/** A PDF that takes text is, once that was read, the one in which it is found. */
function madeFiles(step: Done<'rectify'>) {
  const { format } = step.input.options
  const readId = step.text?.readId ?? null
  const file =
    takesText(step) && readId !== null
      ? artifactFile.searchable(readId)
      : artifactFile.warped(step.id, format)
  return {
    warped_path: artifactPath(step.ingestionId, file),
    ...(readId === null ? noText : textFiles(step.ingestionId, readId)),
    screen_path: smallPath(step, 'screen'),
    thumb_path: smallPath(step, 'thumb'),
  }
}

const noFiles = { warped_path: null, ...noText, screen_path: null, thumb_path: null } as const

/** The path of a step's small picture; null if it has none. */
function smallPath(
  { id, ingestionId, result }: Done<'detect' | 'rectify'>,
  picture: SmallPicture,
): string | null {
  return result.shrunk ? artifactPath(ingestionId, artifactFile.small(id, picture)) : null
}

function shownZone(step: Step): { viz_path: string; mask_path: string } {
  return {
    viz_path: artifactPath(step.ingestionId, artifactFile.viz(step.id)),
    mask_path: artifactPath(step.ingestionId, artifactFile.mask(step.id)),
  }
}
