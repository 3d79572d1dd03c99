import type { RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { discard, grayFromRgb, type GrayImage, type RgbImage } from '../core/pixels.ts'
import { blackAndWhite } from '../core/rectify/black-and-white.ts'
import { relight } from '../core/rectify/light/light.ts'
import type { PageSize } from '../core/rectify/page-size.ts'
import { watermarked } from '../core/rectify/watermark.ts'

/** Relights, filters and watermarks a straightened page, whose pixels are freed. */
export async function finishPage(
  { options, watermark, stepId }: RectifyJob,
  { image, plan }: { readonly image: RgbImage; readonly plan: PageSize },
  ctx: Context,
): Promise<RgbImage | GrayImage> {
  const page = await ctx.timed('light', () => {
    // An identity card has no paper to make white: its background is printed all over.
    const lit = options.relighting && !plan.card ? relight(image, ctx.debug(stepId)) : image
    const clean = filtered(lit, options.filter, plan.dpi)
    // Last, so that no filter removes it.
    return watermark ? watermarked(clean) : clean
  })
  if (page !== image) discard(image)
  return page
}

function filtered(
  image: RgbImage,
  filter: RectifyJob['options']['filter'],
  dpi: number,
): RgbImage | GrayImage {
  if (filter === 'color') return image
  const gray = grayFromRgb(image)
  return filter === 'gray' ? gray : blackAndWhite(gray, dpi)
}
