import { isWithoutZone } from '@equerre/contract/doubt'
import type { RectifyJob, RectifyResult } from '@equerre/contract/jobs'
import { quadInPixels, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import { discard } from '../core/pixels.ts'
import { flatShape } from '../core/flatten/flatten.ts'
import { cornerShapeOf } from '../core/rectify/card-corners.ts'
import { nothingMade, resultOf, shapeResult } from '../core/rectify/result.ts'
import { together } from '../core/together.ts'
import { chooseZone } from './choose-zone.ts'
import { finishPage } from './finish-page.ts'
import { loadPreview } from './load-preview.ts'
import { openOriginal } from './open-original.ts'
import { planPage } from './plan-page.ts'
import { seeShape } from './see-shape.ts'
import { storeLegible } from './store-legible.ts'
import { storeEvidence } from './store-evidence.ts'
import { storePage } from './store-page.ts'
import { storeSmall } from './store-small.ts'
import { straighten } from './straighten.ts'

/**
 * Preview → zone → shape of the sheet → page size → straightened, flat pixels → light and filter → file and its small
 * pictures. Without a document, or with one that can only be guessed at, nothing is made, and nothing will be charged.
 */
export async function rectify(job: RectifyJob, ctx: Context): Promise<RectifyResult> {
  const original = openOriginal(job, ctx)
  const preview = await loadPreview(job, original, ctx)
  const chosen = await chooseZone(job, preview, ctx)
  const { zone } = chosen
  // Must come before the zone is drawn onto the same pixels.
  const corners = cornerShapeOf(preview.image, quadInPixels(zone.corners as RelativeQuad, preview.image))
  const nothing = chosen.detection !== null && isWithoutZone(chosen.detection)
  const shape = nothing ? flatShape : await seeShape(job, { preview, zone }, ctx)
  await storeEvidence(job, { preview, corners: zone.corners, status: zone.status }, ctx)
  if (nothing) return nothingMade(job, chosen)
  const sheet = job.options.flatten === 'off' ? null : shape.sheet
  const plan = await planPage(job, { original, zone, corners, sheet }, ctx)
  const image = await straighten(job, { original, zone, plan, sheet }, ctx)
  original.close()
  if (job.legible) await storeLegible(job, image, ctx)
  const { page, lightKept } = await finishPage(job, { image, plan }, ctx)
  const [file] = await together([
    storePage(job, { page, plan }, ctx),
    storeSmall(job, { page, pictures: ['screen', 'thumb'] }, ctx),
  ])
  discard(page)
  return { ...resultOf(job, chosen, plan), ...file, lightKept, ...shapeResult(shape, sheet), shrunk: true }
}
