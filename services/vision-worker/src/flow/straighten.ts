import type { RectifyJob } from '@equerre/contract/jobs'
import {
  isWholeFrame,
  quadInPixels,
  type PhotoPoint,
  type RelativeQuad,
  type Size,
} from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import { scaledSize } from '../core/ingest/pdf-size.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { latticeOf, overhangOf } from '../core/flatten/lattice.ts'
import type { Sheet } from '../core/flatten/sheet.ts'
import { paintBeyond } from '../core/rectify/beyond.ts'
import { planDecode } from '../core/rectify/decode-plan.ts'
import { storedQuad, storedSize } from '../core/rectify/orientation.ts'
import type { PageSize } from '../core/rectify/page-size.ts'
import type { Chosen } from '../core/rectify/result.ts'
import { coverRim } from '../core/rectify/rim.ts'
import { openPage, type Original } from './open-original.ts'

type Cut = {
  readonly original: Original
  readonly zone: Chosen['zone']
  readonly plan: PageSize
  /** The sheet whose curvature is taken out; null to leave it in. */
  readonly sheet: Sheet | null
}

/** The zone's pixels at the page's size; the photograph is decoded only as far as needed. */
export async function straighten(
  job: RectifyJob,
  { original, zone: { corners }, plan, sheet }: Cut,
  ctx: Context,
): Promise<RgbImage> {
  const size = { width: plan.width, height: plan.height }
  const photo = photoSize(job, plan)
  const source = await openPage(job, { original, pdfSize: photo }, ctx)
  // A whole frame is only resized: warping would soften it for nothing.
  const frame = isWholeFrame(corners)
  const [[left, top]] = corners
  if (frame && left === 0 && top === 0) return ctx.codec.decodeResized(source, size)
  // The warp also turns a photograph upright, for free; anywhere else that would copy all pixels.
  const orientation = await ctx.codec.readOrientation(source)
  const quad = quadInPixels<PhotoPoint>(corners as RelativeQuad, photo)
  const lattice = sheet ? latticeOf(sheet, size) : undefined
  const overhang = lattice && overhangOf(lattice, size)
  const stored = storedQuad(quad, photo, orientation)
  const cut = planDecode(storedSize(photo, orientation), stored, { ...size, overhang })
  const image = await ctx.codec.decodeStored(source, cut)
  const straight = await ctx.timed('warp', () => {
    const page = ctx.warp(image, cut.map, { ...size, lattice })
    paintBeyond(page, { map: cut.map, lattice, photo: image })
    return page
  })
  discard(image)
  // Around a whole frame there is no table to cover.
  if (job.zone?.source !== 'user' && !frame) coverRim(straight)
  return straight
}

/** A photograph has a size of its own, even in a PDF; other pages are drawn at the resolution the output needs. */
function photoSize({ pageInfo }: RectifyJob, { reduction }: PageSize): Size {
  return pageInfo.kind === 'photo' ? pageInfo : scaledSize(pageInfo, 1 / reduction)
}
