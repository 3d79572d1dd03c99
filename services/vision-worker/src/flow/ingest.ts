import type { IngestJob, IngestResult } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { readShotFacts } from '../adapters/exif.ts'
import type { Context } from '../context.ts'
import { admitFile, admitImage, admitPage, admitPages } from '../core/ingest/admission.ts'
import { focalOf } from '../core/ingest/focal.ts'
import { pdfPageInfo, pdfPreviewSize } from '../core/ingest/pdf-size.ts'
import { previewLongSide } from '../core/ingest/preview.ts'
import { withOneTiffImage, type TiffImage } from '../core/ingest/tiff-images.ts'
import { tiffPages } from '../core/ingest/tiff-pages.ts'
import { openImage, openOriginal, type Original } from './open-original.ts'
import { storePreview } from './store-preview.ts'

type ImageFile = { readonly bytes: Buffer; readonly images: readonly TiffImage[] }

/** Open → admit → preview of the first page: finds out what an uploaded file is. */
export async function ingest(job: IngestJob, ctx: Context): Promise<IngestResult> {
  const original = openOriginal(job, ctx)
  if (job.original.mime === 'application/pdf') return ingestPdf(job, original, ctx)
  const bytes = await original.bytes()
  admitFile(bytes, ctx.limits)
  const images = tiffPages(bytes, ctx.limits)
  return images.length > 1
    ? ingestTiff(job, { bytes, images }, ctx)
    : ingestImage(job, { bytes, images }, ctx)
}

/** @param images one for a TIFF, none for any other file */
async function ingestImage(
  job: IngestJob,
  { bytes, images: [image] }: ImageFile,
  ctx: Context,
): Promise<IngestResult> {
  const facts = await ctx.codec.readFacts(image ? withOneTiffImage(bytes, image) : bytes)
  admitImage(facts, ctx.limits)
  const { mime, width, height, progressive, exif } = facts
  await storePreview({ ...job, page: 1 }, openImage(bytes, { mime, page: 1 }, ctx), ctx)
  const focal = exif ? focalOf(readShotFacts(exif), facts) : undefined
  return { mime, pages: [{ width, height, kind: 'photo', ...(focal && { focal }) }], progressive }
}

async function ingestTiff(job: IngestJob, { bytes, images }: ImageFile, ctx: Context): Promise<IngestResult> {
  const mime = 'image/tiff'
  admitPages(images.length, ctx.limits)
  for (const size of images) admitImage({ mime, progressive: false, ...size }, ctx.limits)
  await previewFirst(images.length, (page) =>
    storePreview({ ...job, page }, openImage(bytes, { mime, page }, ctx), ctx),
  )
  return {
    mime,
    pages: images.map(({ width, height }) => ({ width, height, kind: 'photo' })),
    progressive: false,
  }
}

/**
 * Makes the preview of the first page that can be decoded; those before it fail alone, when they are asked for.
 * @throws Problem `unreadable_file` when none can
 */
async function previewFirst(pages: number, preview: (page: number) => Promise<unknown>): Promise<void> {
  for (let page = 1; ; page++) {
    try {
      await preview(page)
      return
    } catch (error) {
      const damaged = error instanceof Problem && error.code === 'unreadable_file'
      if (!damaged || page === pages) throw error
    }
  }
}

async function ingestPdf(job: IngestJob, original: Original, ctx: Context): Promise<IngestResult> {
  const pdf = await original.pdf()
  const pages = pdf.pages(ctx.limits)
  for (const page of pages) admitPage(page, ctx.limits)
  const infos = pages.map((page) => pdfPageInfo(page, ctx.limits))
  const { kind } = infos[0]!
  const size = pdfPreviewSize(infos[0]!, previewLongSide)
  await storePreview({ ...job, page: 1 }, pdf.draw(1, { kind, size }), ctx)
  return { mime: 'application/pdf', pages: infos, progressive: false }
}
