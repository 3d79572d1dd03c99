import { artifactPath } from '@equerre/contract/artifact'
import type { DetectReply, IngestReply, RectifyReply } from '@equerre/contract/detourage'
import { outputFormats } from '@equerre/contract/formats'
import { artifactFile } from '@equerre/contract/jobs'
import type { SmallPicture } from '@equerre/contract/small-picture'
import { captureIdOf, documentOf, turnOf, type Done, type Ingestion, type Step } from './step.ts'

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
  const { shrunk: _, ...result } = step.result
  return {
    ingestion_id: step.ingestionId,
    page: step.page,
    ...result,
    documents: result.documents.map(({ reasons = [], ...found }) => ({ ...found, reasons })),
    mime: outputFormats.jpeg.mime,
    artifacts: { ...shownZone(step), thumb_path: smallPath(step, 'thumb') },
  }
}

export function rectifyReply(step: Done<'rectify'>): RectifyReply {
  const { detection: _, shrunk: __, ...result } = step.result
  const { format, filter, relighting } = step.input.options
  const made = result.status !== 'NOT_FOUND'
  const warped_path = made ? artifactPath(step.ingestionId, artifactFile.warped(step.id, format)) : null
  return {
    id: step.id,
    ingestion_id: step.ingestionId,
    page: step.page,
    document: documentOf(step),
    ...result,
    filter,
    relighting,
    turn: turnOf(step.input),
    capture_id: captureIdOf(step),
    artifacts: {
      warped_path,
      screen_path: smallPath(step, 'screen'),
      thumb_path: smallPath(step, 'thumb'),
      ...shownZone(step),
    },
  }
}

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
