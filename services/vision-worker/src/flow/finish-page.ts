import type { LightingReason } from '@equerre/contract/made-page'
import type { RectifyJob } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { discard, grayFromRgb, type GrayImage, type RgbImage } from '../core/pixels.ts'
import { blackAndWhite } from '../core/rectify/black-and-white.ts'
import { relight } from '../core/rectify/light/light.ts'
import type { PageSize } from '../core/rectify/page-size.ts'
import { watermarked } from '../core/rectify/watermark.ts'

type Straightened = { readonly image: RgbImage; readonly plan: PageSize }

type Finished = {
  readonly page: RgbImage | GrayImage
  /** Why its light is as it was; null if it was evened out. */
  readonly lightKept: LightingReason | null
}

/** Relights, filters and watermarks a straightened page, whose pixels are freed. */
export async function finishPage(
  job: RectifyJob,
  { image, plan }: Straightened,
  ctx: Context,
): Promise<Finished> {
  const { options, watermark } = job
  const finished = await ctx.timed('light', () => {
    const { page: lit, lightKept } = inEvenLight(job, { image, plan }, ctx)
    const clean = filtered(lit, options.filter, plan.dpi)
    // Last, so that no filter removes it.
    return { page: watermark ? watermarked(clean) : clean, lightKept }
  })
  if (finished.page !== image) discard(image)
  return finished
}

function inEvenLight(
  { options, stepId }: RectifyJob,
  { image, plan }: Straightened,
  ctx: Context,
): { readonly page: RgbImage; readonly lightKept: LightingReason | null } {
  if (!options.relighting) return { page: image, lightKept: 'not_asked' }
  // An identity card has no paper to make white: its background is printed all over.
  if (options.paper === 'id1') return { page: image, lightKept: 'card' }
  const page = relight(image, { debug: ctx.debug(stepId), mayBeCard: plan.card })
  if (page !== image) return { page, lightKept: null }
  return { page, lightKept: plan.card ? 'card' : 'picture' }
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
