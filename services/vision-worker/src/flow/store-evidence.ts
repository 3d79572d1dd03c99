import {
  artifactFile,
  storageKeys,
  type DetectJob,
  type DetectResult,
  type RectifyJob,
} from '@equerre/contract/jobs'
import { quadInPixels, type PreviewPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import { drawZone, fillZone } from '../core/draw.ts'
import { discard } from '../core/pixels.ts'
import { together } from '../core/together.ts'
import type { Preview } from './load-preview.ts'

/**
 * Stores the evidence for a person to see: the zone drawn on the preview, of an open book each page, and the zone as a mask of the same size. Draws
 * on the preview itself, whose pixels are freed afterwards.
 */
export async function storeEvidence(
  job: DetectJob | RectifyJob,
  seen: Pick<DetectResult, 'corners' | 'status' | 'facingPages'> & { readonly preview: Preview },
  ctx: Context,
): Promise<void> {
  const preview = seen.preview.image
  const quad = quadInPixels<PreviewPoint>(seen.corners as RelativeQuad, preview)
  for (const { corners } of seen.facingPages ?? [seen])
    drawZone(preview, quadInPixels<PreviewPoint>(corners as RelativeQuad, preview), {
      dashed: seen.status === 'REVIEW_REQUIRED',
    })
  const key = (file: string) => storageKeys.artifact(job.ingestionId, file)
  const mask = fillZone(preview, quad)
  const [vizFile, maskFile] = await together([
    ctx.codec.encodeJpeg(preview, { quality: 85 }),
    ctx.codec.encodePng(mask),
  ])
  discard(preview)
  discard(mask)
  await ctx.storage.put(key(artifactFile.viz(job.stepId)), vizFile, { mime: 'image/jpeg' })
  await ctx.storage.put(key(artifactFile.mask(job.stepId)), maskFile, { mime: 'image/png' })
}
