import { storageKeys, type DetectJob, type RectifyJob, type VisionJob } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import type { Source } from '../adapters/codec.ts'
import { decodeHeic } from '../adapters/heic.ts'
import { renderPdfPage } from '../adapters/pdf.ts'
import type { Context } from '../context.ts'

/** The uploaded file's bytes. @throws Problem `not_found` when it was deleted meanwhile */
export async function readOriginal(job: VisionJob, ctx: Context): Promise<Buffer> {
  const bytes = await ctx.storage.read(storageKeys.original(job.ingestionId))
  if (!bytes) throw new Problem('not_found')
  if (bytes.length === 0) throw new Problem('unreadable_file')
  return bytes
}

/** Pixels of an image file; HEIC goes through its own decoder. */
export function openImage(bytes: Buffer, mime: string, ctx: Context): Source {
  return mime === 'image/heic' ? decodeHeic(bytes, ctx.limits.interlacedPixelsMax) : bytes
}

type Page = {
  readonly job: DetectJob | RectifyJob
  /** Size at which a PDF page is drawn; images come as they are. */
  readonly pdfSize: Size
}

/** Pixels of the job's page of the original. */
export async function openPage(bytes: Buffer, { job, pdfSize }: Page, ctx: Context): Promise<Source> {
  if (job.original.mime !== 'application/pdf') return openImage(bytes, job.original.mime, ctx)
  const {
    page,
    pageInfo: { kind },
  } = job
  return ctx.timed('decode', () => renderPdfPage(bytes, { page, kind, size: pdfSize }))
}
