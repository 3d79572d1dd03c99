import { storageKeys, type DetectJob, type RectifyJob, type VisionJob } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import type { Source } from '../adapters/codec.ts'
import { decodeHeic } from '../adapters/heic.ts'
import { openPdf, type Pdf } from '../adapters/pdf.ts'
import type { Context } from '../context.ts'
import { withOneTiffImage } from '../core/ingest/tiff-images.ts'
import { tiffPage } from '../core/ingest/tiff-pages.ts'

/** The file that a step works on. It is fetched and opened when first needed, and only once. */
export type Original = {
  /** @throws Problem `not_found` when it has been deleted */
  readonly bytes: () => Promise<Buffer>
  /** @throws Problem like `bytes`, plus `encrypted_pdf`, `wrong_password` */
  readonly pdf: () => Promise<Pdf>
  /** Releases everything held; a later call would fetch it again. */
  readonly close: () => void
}

export function openOriginal(job: VisionJob, ctx: Context): Original {
  let bytes: Promise<Buffer> | undefined
  let pdf: Promise<Pdf> | undefined
  const read = () => (bytes ??= readOriginal(job, ctx))
  return {
    bytes: read,
    pdf: () => (pdf ??= read().then((file) => openPdf(file, job.original.password))),
    close: () => {
      bytes = undefined
      pdf = undefined
    },
  }
}

async function readOriginal(job: VisionJob, ctx: Context): Promise<Buffer> {
  const bytes = await ctx.storage.read(storageKeys.original(job.ingestionId))
  if (!bytes) throw new Problem('not_found')
  return bytes
}

type ImagePage = { readonly mime: string; readonly page: number }

/** Pixels of an image file; HEIC goes through its own decoder, and of a TIFF it sees the page only. */
export function openImage(bytes: Buffer, { mime, page }: ImagePage, { limits }: Context): Source {
  if (mime === 'image/heic') return decodeHeic(bytes, limits.interlacedPixelsMax)
  return mime === 'image/tiff' ? withOneTiffImage(bytes, tiffPage(bytes, page, limits)) : bytes
}

/** Pixels of the job's page. @param pdfSize size at which to draw a PDF's page; images keep their own */
export async function openPage(
  job: DetectJob | RectifyJob,
  { original, pdfSize }: { readonly original: Original; readonly pdfSize: Size },
  ctx: Context,
): Promise<Source> {
  const { mime } = job.original
  if (mime !== 'application/pdf') return openImage(await original.bytes(), { mime, page: job.page }, ctx)
  const pdf = await original.pdf()
  return ctx.timed('decode', () => pdf.draw(job.page, { kind: job.pageInfo.kind, size: pdfSize }))
}
