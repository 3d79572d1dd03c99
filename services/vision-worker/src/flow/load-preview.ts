import { artifactFile, storageKeys, type DetectJob, type RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { pdfPreviewSize } from '../core/ingest/pdf-size.ts'
import { previewLongSide } from '../core/ingest/preview.ts'
import type { RgbImage } from '../core/pixels.ts'
import { openPage, type Original } from './open-original.ts'
import { storePreview } from './store-preview.ts'

/** The upright page within a square of `previewLongSide` pixels, as its stored file shows it. */
export type Preview = { readonly image: RgbImage }

/** The preview of the job's page; made and stored now if ingest made none (pages of a PDF after the first). */
export async function loadPreview(
  job: DetectJob | RectifyJob,
  original: Original,
  ctx: Context,
): Promise<Preview> {
  const kept = await ctx.storage.read(storageKeys.artifact(job.ingestionId, artifactFile.preview(job.page)))
  const file = kept ?? (await makePreview(job, original, ctx))
  return { image: await ctx.codec.decodeWhole(file) }
}

async function makePreview(job: DetectJob | RectifyJob, original: Original, ctx: Context): Promise<Buffer> {
  const pdfSize = pdfPreviewSize(job.pageInfo, previewLongSide)
  return storePreview(job, await openPage(job, { original, pdfSize }, ctx), ctx)
}
