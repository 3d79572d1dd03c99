import type { IngestJob, IngestResult } from '@equerre/contract/jobs'
import { readShotFacts } from '../adapters/exif.ts'
import type { Context } from '../context.ts'
import { admitFile, admitImage, admitPage } from '../core/ingest/admission.ts'
import { focalOf } from '../core/ingest/focal.ts'
import { pdfPageInfo, pdfPreviewSize } from '../core/ingest/pdf-size.ts'
import { previewLongSide } from '../core/ingest/preview.ts'
import { openImage, openOriginal, type Original } from './open-original.ts'
import { storePreview } from './store-preview.ts'

/** Open → admit → preview of the first page: finds out what an uploaded file is. */
export async function ingest(job: IngestJob, ctx: Context): Promise<IngestResult> {
  const original = openOriginal(job, ctx)
  return job.original.mime === 'application/pdf'
    ? ingestPdf(job, original, ctx)
    : ingestImage(job, original, ctx)
}

async function ingestImage(job: IngestJob, original: Original, ctx: Context): Promise<IngestResult> {
  const bytes = await original.bytes()
  admitFile(bytes, ctx.limits)
  const facts = await ctx.codec.readFacts(bytes)
  admitImage(facts, ctx.limits)
  await storePreview({ ...job, page: 1 }, openImage(bytes, facts.mime, ctx), ctx)
  const { mime, width, height, progressive, exif } = facts
  const focal = exif ? focalOf(readShotFacts(exif), facts) : undefined
  return { mime, pages: [{ width, height, kind: 'photo', ...(focal && { focal }) }], progressive }
}

async function ingestPdf(job: IngestJob, original: Original, ctx: Context): Promise<IngestResult> {
  const pdf = await original.pdf()
  const pages = pdf.pages(ctx.limits.pagesMax)
  for (const page of pages) admitPage(page, ctx.limits)
  const infos = pages.map((page) => pdfPageInfo(page, ctx.limits))
  const { kind } = infos[0]!
  const size = pdfPreviewSize(infos[0]!, previewLongSide)
  await storePreview({ ...job, page: 1 }, pdf.draw(1, { kind, size }), ctx)
  return { mime: 'application/pdf', pages: infos, progressive: false }
}
