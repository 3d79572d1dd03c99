import { artifactFile, storageKeys, type DetectJob, type RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { pdfPreviewSize } from '../core/ingest/pdf-size.ts'
import { previewLongSide } from '../core/ingest/preview.ts'
import type { RgbImage } from '../core/pixels.ts'
import { openPage, readOriginal } from './open-original.ts'

/** The upright page within a square of `previewLongSide` pixels: as the file that is kept, and its pixels. */
export type Preview = { readonly file: Uint8Array; readonly image: RgbImage }

/** The preview of the job's page; made and kept now where ingest made none (pages of a PDF after the first). */
export async function loadPreview(job: DetectJob | RectifyJob, ctx: Context): Promise<Preview> {
  const file = await loadFile(job, ctx)
  return { file, image: await ctx.codec.decodeWhole(file) }
}

async function loadFile(job: DetectJob | RectifyJob, ctx: Context): Promise<Buffer> {
  const key = storageKeys.artifact(job.ingestionId, artifactFile.preview(job.page))
  const kept = await ctx.storage.read(key)
  if (kept) return kept
  const bytes = await readOriginal(job, ctx)
  const source = await openPage(bytes, { job, pdfSize: pdfPreviewSize(job.pageInfo, previewLongSide) }, ctx)
  const preview = await ctx.codec.encodePreview(source, previewLongSide)
  await ctx.storage.put(key, preview, { mime: 'image/jpeg' })
  return preview
}
