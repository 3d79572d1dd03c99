import type { RectifyOptions } from '@equerre/contract/detourage'
import { writeImagePdf } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import type { DebugPictures } from '../core/debug.ts'
import { discard, grayFromRgb, type GrayImage, type RgbImage } from '../core/pixels.ts'
import { blackAndWhite } from '../core/rectify/black-and-white.ts'
import { relight } from '../core/rectify/light.ts'
import { watermarked } from '../core/rectify/watermark.ts'

type Wanted = Pick<RectifyOptions, 'relighting' | 'filter' | 'format' | 'dpi'> & {
  readonly watermark: boolean
  readonly debug: DebugPictures
}

const jpegQuality = 90

/** Light and filter of a straightened page, whose pixels are given back; `dpi` is the one that they have. */
export async function finishPage(
  image: RgbImage,
  wanted: Wanted,
  ctx: Context,
): Promise<RgbImage | GrayImage> {
  const page = await ctx.timed('light', () => {
    const lit = wanted.relighting ? relight(image, wanted.debug) : image
    const clean = filtered(lit, wanted)
    // Last, so that no filter takes it away again.
    return wanted.watermark ? watermarked(clean) : clean
  })
  if (page !== image) discard(image)
  return page
}

/** The file of a finished page. */
export async function encodePage(
  page: RgbImage | GrayImage,
  wanted: Wanted,
  ctx: Context,
): Promise<Uint8Array> {
  const { width, height } = page
  const format = imageFormat(wanted)
  const bytes = await encodeImage(page, { format, dpi: wanted.dpi }, ctx)
  if (wanted.format !== 'pdf' || format === 'webp') return bytes
  return writeImagePdf(
    { bytes, format },
    { width: (width * 72) / wanted.dpi, height: (height * 72) / wanted.dpi },
  )
}

function filtered(image: RgbImage, { filter, dpi }: Wanted): RgbImage | GrayImage {
  if (filter === 'color') return image
  const gray = grayFromRgb(image)
  return filter === 'gray' ? gray : blackAndWhite(gray, dpi)
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
