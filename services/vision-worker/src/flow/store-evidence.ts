import type { Corners, StepStatus } from '@equerre/contract/detourage'
import { artifactFile, storageKeys, type DetectJob, type RectifyJob } from '@equerre/contract/jobs'
import { quadInPixels, type PreviewPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import { drawZone, fillZone } from '../core/draw.ts'
import { discard } from '../core/pixels.ts'

/** Stores what a person looks at: the zone drawn on the preview, and the zone as a mask of the same size. */
export async function storeEvidence(
  job: DetectJob | RectifyJob,
  seen: { readonly preview: Uint8Array; readonly corners: Corners; readonly status: StepStatus },
  ctx: Context,
): Promise<void> {
  const preview = await ctx.codec.decodeWhole(seen.preview)
  const quad = quadInPixels<PreviewPoint>(seen.corners as RelativeQuad, preview)
  const viz = drawZone(preview, quad, { dashed: seen.status === 'REVIEW_REQUIRED' })
  const key = (file: string) => storageKeys.artifact(job.ingestionId, file)
  const [vizFile, maskFile] = await Promise.all([
    ctx.codec.encodeJpeg(viz, { quality: 85 }),
    ctx.codec.encodePng(fillZone(preview, quad)),
  ])
  discard(preview)
  discard(viz)
  await ctx.storage.put(key(artifactFile.viz(job.stepId)), vizFile, { mime: 'image/jpeg' })
  await ctx.storage.put(key(artifactFile.mask(job.stepId)), maskFile, { mime: 'image/png' })
}
