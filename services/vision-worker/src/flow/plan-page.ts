import type { RectifyJob } from '@equerre/contract/jobs'
import { cameraOf } from '@equerre/geometry/proportions'
import { quadInPixels, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import type { Sheet } from '../core/flatten/sheet.ts'
import type { CornerShape } from '../core/rectify/card-corners.ts'
import { pdfDensity } from '../core/ingest/pdf-size.ts'
import { isWholeSized } from '../core/rectify/frame.ts'
import { planPageSize, type PageSize, type PageSource } from '../core/rectify/page-size.ts'
import type { Chosen } from '../core/rectify/result.ts'
import type { Original } from './open-original.ts'

type Cut = {
  readonly original: Original
  readonly zone: Chosen['zone']
  readonly corners: CornerShape
  /** The sheet whose curvature will be taken out. */
  readonly sheet: Sheet | null
}

/** Size, resolution and paper of the page to make. */
export async function planPage(job: RectifyJob, cut: Cut, ctx: Context): Promise<PageSize> {
  const quad = quadInPixels<PhotoPoint>(cut.zone.corners as RelativeQuad, job.pageInfo)
  const source = await sourceOf(job, cut, ctx)
  const stretch = cut.sheet ? { stretch: cut.sheet.stretch } : {}
  return planPageSize(
    quad,
    { ...source, ...stretch },
    { ...job.options, pixelsMax: ctx.limits.outputPixelsMax },
  )
}

/**
 * What is known about the resolution: pages of a PDF have a size on paper, parts cut out of a photograph do not; a picture
 * in a PDF that is kept whole counts as a page.
 */
async function sourceOf(
  job: RectifyJob,
  { original, zone, corners }: Cut,
  ctx: Context,
): Promise<PageSource> {
  const { page, pageInfo } = job
  const camera = cameraOf(pageInfo, pageInfo.focal)
  const isPdf = job.original.mime === 'application/pdf'
  if (!isPdf || (pageInfo.kind === 'photo' && !isWholeSized(zone.corners)))
    return { camera, pixelsPerInch: null, dpiMax: null, corners }
  return { camera, ...pdfDensity((await original.pdf()).page(page), pageInfo, ctx.limits) }
}
