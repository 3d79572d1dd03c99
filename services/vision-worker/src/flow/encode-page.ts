import type { RectifyOptions } from '@equerre/contract/detourage'
import { writeImagePdf } from '../adapters/pdf-writer.ts'
import type { Context } from '../context.ts'
import type { DebugPictures } from '../core/debug.ts'
import { grayFromRgb, type GrayImage, type RgbImage } from '../core/pixels.ts'
import { blackAndWhite } from '../core/rectify/black-and-white.ts'
import { relight } from '../core/rectify/light.ts'
import { watermarked } from '../core/rectify/watermark.ts'

type Wanted = Pick<RectifyOptions, 'relighting' | 'filter' | 'format' | 'dpi'> & {
  readonly watermark: boolean
  readonly debug: DebugPictures
}

const jpegQuality = 90

/** Light, filter and file format of a straightened page; `dpi` is the one that its pixels have. */
export async function encodePage(image: RgbImage, wanted: Wanted, ctx: Context): Promise<Uint8Array> {
  const page = await ctx.timed('light', () => {
    const lit = wanted.relighting ? relight(image, wanted.debug) : image
    const clean = filtered(lit, wanted)
    // Last, so that no filter takes it away again.
    return wanted.watermark ? watermarked(clean) : clean
  })
  if (wanted.format === 'png') return ctx.codec.encodePng(page, wanted.dpi)
  if (wanted.format === 'webp') return ctx.codec.encodeWebp(page, wanted.dpi)
  if (wanted.format === 'jpeg') return ctx.codec.encodeJpeg(page, { quality: jpegQuality, dpi: wanted.dpi })
  return encodePdf(page, wanted, ctx)
}

function filtered(image: RgbImage, { filter, dpi }: Wanted): RgbImage | GrayImage {
  if (filter === 'color') return image
  const gray = grayFromRgb(image)
  return filter === 'gray' ? gray : blackAndWhite(gray, dpi)
}

/** Two tones suffer from JPEG and are small as PNG; everything else is the other way round. */
async function encodePdf(
  page: RgbImage | GrayImage,
  { filter, dpi }: Wanted,
  ctx: Context,
): Promise<Uint8Array> {
  const sizePt = { width: (page.width * 72) / dpi, height: (page.height * 72) / dpi }
  return filter === 'bw'
    ? writeImagePdf({ bytes: await ctx.codec.encodePng(page, dpi), format: 'png' }, sizePt)
    : writeImagePdf(
        { bytes: await ctx.codec.encodeJpeg(page, { quality: jpegQuality, dpi }), format: 'jpeg' },
        sizePt,
      )
}
