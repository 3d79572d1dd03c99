import { outputFormats, type RectifyOptions } from '@equerre/contract/detourage'
import { artifactFile, storageKeys, type RectifyJob } from '@equerre/contract/jobs'
import { writeImagePdf } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import type { GrayImage, RgbImage } from '../core/pixels.ts'
import type { PageSize } from '../core/rectify/page-size.ts'

type Page = { readonly page: RgbImage | GrayImage; readonly plan: PageSize }

const jpegQuality = 90

/** Stores the file of a finished page, in the format that was asked for. */
export async function storePage(job: RectifyJob, { page, plan }: Page, ctx: Context): Promise<void> {
  const { format } = job.options
  const file = await encodePage(page, { ...job.options, dpi: plan.dpi }, ctx)
  const key = storageKeys.artifact(job.ingestionId, artifactFile.warped(job.stepId, format))
  await ctx.storage.put(key, file, { mime: outputFormats[format] })
}

type Wanted = Pick<RectifyOptions, 'filter' | 'format' | 'dpi'>

async function encodePage(page: RgbImage | GrayImage, wanted: Wanted, ctx: Context): Promise<Uint8Array> {
  const { width, height } = page
  const format = imageFormat(wanted)
  const bytes = await encodeImage(page, { format, dpi: wanted.dpi }, ctx)
  if (wanted.format !== 'pdf' || format === 'webp') return bytes
  return writeImagePdf(
    { bytes, format },
    { width: (width * 72) / wanted.dpi, height: (height * 72) / wanted.dpi },
  )
}

type ImageFormat = Exclude<RectifyOptions['format'], 'pdf'>

/** In a PDF: two tones suffer from JPEG and are small as PNG; everything else is the other way round. */
function imageFormat({ format, filter }: Wanted): ImageFormat {
  if (format !== 'pdf') return format
  return filter === 'bw' ? 'png' : 'jpeg'
}

function encodeImage(
  page: RgbImage | GrayImage,
  { format, dpi }: { readonly format: ImageFormat; readonly dpi: number },
  ctx: Context,
): Promise<Buffer> {
  if (format === 'png') return ctx.codec.encodePng(page, dpi)
  if (format === 'webp') return ctx.codec.encodeWebp(page, dpi)
  return ctx.codec.encodeJpeg(page, { quality: jpegQuality, dpi })
}
