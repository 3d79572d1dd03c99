import { outputFormats } from '@equerre/contract/formats'
import {
  artifactFile,
  storageKeys,
  type RectifyJob,
  type RectifyResult,
  type Reduction,
} from '@equerre/contract/jobs'
import { encodePictures } from '../adapters/encode-pictures.ts'
import { writePdf } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import type { GrayImage, RgbImage } from '../core/pixels.ts'
import type { PageSize } from '../core/rectify/page-size.ts'

type Page = { readonly page: RgbImage | GrayImage; readonly plan: PageSize }

const jpegQuality = 90
/** Left free below a size for the text that is laid over the page later: of 400 words, a full letter, it takes 16 kB. */
const textBytes = 20_000

type Encoded = { readonly bytes: Uint8Array; readonly reduced: Reduction | null }

/** Stores the file of a finished page, in the requested format. @returns its size in bytes, and what was given up for it */
export async function storePage(
  job: RectifyJob,
  { page, plan }: Page,
  ctx: Context,
): Promise<Pick<RectifyResult, 'bytes' | 'reduced'>> {
  const { format } = job.options
  const { bytes, reduced } = await encodePage(page, { job, dpi: plan.dpi }, ctx)
  const key = storageKeys.artifact(job.ingestionId, artifactFile.warped(job.stepId, format))
  await ctx.storage.put(key, bytes, { mime: outputFormats[format].mime })
  return { bytes: bytes.length, reduced }
}

type Wanted = { readonly job: RectifyJob; readonly dpi: number }

async function encodePage(page: RgbImage | GrayImage, wanted: Wanted, ctx: Context): Promise<Encoded> {
  const { job, dpi } = wanted
  const { format } = job.options
  switch (format) {
    case 'png':
      return whole(ctx.codec.encodePng(page, dpi))
    case 'jpeg':
      return whole(ctx.codec.encodeJpeg(page, { quality: jpegQuality, dpi }))
    case 'webp':
      return whole(ctx.codec.encodeWebp(page, dpi))
    case 'pdf':
      return encodePdf(page, wanted, ctx)
    default:
      return format satisfies never
  }
}

async function encodePdf(
  page: RgbImage | GrayImage,
  { job: { pdf, legible }, dpi }: Wanted,
  ctx: Context,
): Promise<Encoded> {
  const { compression, standard, maxBytes } = pdf
  const sizePt = { width: (page.width * 72) / dpi, height: (page.height * 72) / dpi }
  const pictures = await encodePictures(page, { compression, dpi, ranks: maxBytes !== null }, ctx.codec)
  const most = maxBytes !== null && { maxBytes: maxBytes - (legible ? textBytes : 0) }
  return writePdf([{ sizePt, parts: [{ pictures }] }], { standard, ...most })
}

async function whole(bytes: Promise<Uint8Array>): Promise<Encoded> {
  return { bytes: await bytes, reduced: null }
}
