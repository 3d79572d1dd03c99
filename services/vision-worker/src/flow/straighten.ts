import type { Corners } from '@equerre/contract/detourage'
import type { RectifyJob } from '@equerre/contract/jobs'
import { homographyBetween } from '@equerre/geometry/homography'
import {
  quadInPixels,
  wholeFrame,
  type PhotoPoint,
  type RelativeQuad,
  type Size,
} from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import { scaledSize } from '../core/ingest/pdf-size.ts'
import type { RgbImage } from '../core/pixels.ts'
import { planDecode } from '../core/rectify/decode-plan.ts'
import type { PageSize } from '../core/rectify/page-size.ts'
import { openPage } from './open-original.ts'

type Input = { readonly job: RectifyJob; readonly original: Buffer; readonly corners: Corners }

/** The zone's pixels, brought to the page's size; the photograph is decoded only as far as that needs. */
export async function straighten(
  { job, original, corners }: Input,
  page: PageSize,
  ctx: Context,
): Promise<RgbImage> {
  const { photo, reduction } = photoSize(job, page)
  const source = await openPage(original, { job, pdfSize: photo }, ctx)
  const { width, height } = page
  // A whole frame is only resized: warping would soften it for nothing.
  if (isWholeFrame(corners)) {
    return ctx.codec.decodeRegion(source, { width, height }, { left: 0, top: 0, width, height })
  }
  const plan = planDecode(photo, quadInPixels<PhotoPoint>(corners as RelativeQuad, photo), reduction)
  const image = await ctx.codec.decodeRegion(source, plan.size, plan.region)
  const target = [[0, 0], [width, 0], [width, height], [0, height]] as const // prettier-ignore
  const { warp } = await ctx.opencv()
  return ctx.timed('warp', () => warp(image, homographyBetween(target, plan.quad), { width, height }))
}

/** A photograph has its size; a PDF page is drawn at the resolution that the output needs. */
function photoSize({ pageInfo }: RectifyJob, page: PageSize): { photo: Size; reduction: number } {
  if (pageInfo.kind === 'photo') return { photo: pageInfo, reduction: page.reduction }
  return { photo: scaledSize(pageInfo, 1 / page.reduction), reduction: 1 }
}

function isWholeFrame(corners: Corners): boolean {
  return corners.every(([x, y], i) => x === wholeFrame[i]![0] && y === wholeFrame[i]![1])
}
