import { artifactFile, storageKeys, type IngestJob, type IngestResult } from '@equerre/contract/jobs'
import type { Source } from '../adapters/codec.ts'
import { readShotFacts } from '../adapters/exif.ts'
import { readPdfPages, renderPdfPage } from '../adapters/pdf.ts'
import type { Context } from '../context.ts'
import { admitFile, admitImage, admitPage } from '../core/ingest/admission.ts'
import { focalOf } from '../core/ingest/focal.ts'
import { pdfPageInfo, pdfPreviewSize } from '../core/ingest/pdf-size.ts'
import { previewLongSide } from '../core/ingest/preview.ts'
import { openImage, readOriginal } from './open-original.ts'

/** Says what an uploaded file is and makes the preview of its first page, which proves that it can be decoded. */
export async function ingest(job: IngestJob, ctx: Context): Promise<IngestResult> {
  const bytes = await readOriginal(job, ctx)
  return job.original.mime === 'application/pdf' ? ingestPdf(job, bytes, ctx) : ingestImage(job, bytes, ctx)
}

async function ingestImage(job: IngestJob, bytes: Buffer, ctx: Context): Promise<IngestResult> {
  admitFile(bytes, ctx.limits)
  const facts = await ctx.codec.readFacts(bytes)
  admitImage(facts, ctx.limits)
  await storePreview(job, openImage(bytes, facts.mime, ctx), ctx)
  const { mime, width, height, progressive, exif } = facts
  const focal = exif ? focalOf(readShotFacts(exif), facts) : undefined
  return { mime, pages: [{ width, height, kind: 'photo', ...(focal && { focal }) }], progressive }
}

async function ingestPdf(job: IngestJob, bytes: Buffer, ctx: Context): Promise<IngestResult> {
  const pages = await readPdfPages(bytes, ctx.limits.pagesMax)
  for (const page of pages) admitPage(page, ctx.limits)
  const infos = pages.map((page) => pdfPageInfo(page, ctx.limits))
  const [first] = infos
  const size = pdfPreviewSize(first!, previewLongSide)
  await storePreview(job, await renderPdfPage(bytes, { page: 1, kind: first!.kind, size }), ctx)
  return { mime: 'application/pdf', pages: infos, progressive: false }
}

async function storePreview(job: IngestJob, source: Source, ctx: Context): Promise<void> {
  const preview = await ctx.codec.encodePreview(source, previewLongSide)
  await ctx.storage.put(storageKeys.artifact(job.ingestionId, artifactFile.preview(1)), preview, {
    mime: 'image/jpeg',
  })
}
