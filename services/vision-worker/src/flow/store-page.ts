import type { RectifyOptions } from '@equerre/contract/detourage'
import { outputFormats } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type RectifyJob } from '@equerre/contract/jobs'
import { encodePictures } from '../adapters/encode-pictures.ts'
import { writePdf } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import type { GrayImage, RgbImage } from '../core/pixels.ts'
import type { PageSize } from '../core/rectify/page-size.ts'

type Page = { readonly page: RgbImage | GrayImage; readonly plan: PageSize }

const jpegQuality = 90

/** Stores the file of a finished page, in the requested format. */
export async function storePage(job: RectifyJob, { page, plan }: Page, ctx: Context): Promise<void> {
  const { format } = job.options
  const file = await encodePage(page, { ...job.options, dpi: plan.dpi }, ctx)
  const key = storageKeys.artifact(job.ingestionId, artifactFile.warped(job.stepId, format))
  await ctx.storage.put(key, file, { mime: outputFormats[format].mime })
}

type Wanted = Pick<RectifyOptions, 'filter' | 'format' | 'dpi'>

async function encodePage(page: RgbImage | GrayImage, wanted: Wanted, ctx: Context): Promise<Uint8Array> {
  const { format, dpi } = wanted
  switch (format) {
    case 'png':
      return ctx.codec.encodePng(page, dpi)
    case 'jpeg':
      return ctx.codec.encodeJpeg(page, { quality: jpegQuality, dpi })
    case 'webp':
      return ctx.codec.encodeWebp(page, dpi)
    case 'pdf':
      return encodePdf(page, wanted, ctx)
    default:
      return format satisfies never
  }
}

async function encodePdf(page: RgbImage | GrayImage, { dpi }: Wanted, ctx: Context): Promise<Uint8Array> {
  const sizePt = { width: (page.width * 72) / dpi, height: (page.height * 72) / dpi }
  const pictures = await encodePictures(page, { compression: 'jpeg', dpi, ranks: false }, ctx.codec)
  const { bytes } = await writePdf([{ sizePt, parts: [{ pictures }] }], {})
  return bytes
}
