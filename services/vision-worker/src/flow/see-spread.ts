import { isWithoutZone } from '@equerre/contract/doubt'
import type { DetectJob, DetectResult, RectifyJob } from '@equerre/contract/jobs'
import type { RelativeQuad } from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import { gutterOn } from '../core/detect/spread/gutter.ts'
import { mayBeTwoPages, pageDocuments, pagesBeside } from '../core/detect/spread/pages.ts'
import { lookAt } from '../core/flatten/look.ts'
import { discard, type RgbImage } from '../core/pixels.ts'
import { isWholeSized } from '../core/rectify/frame.ts'
import { framedBy } from './see-shape.ts'

/** The answer with both pages of its sheet, if that is an open book: looked for on photographs of one sheet that is wide enough. */
export function seeSpread(
  { pageInfo: { kind, focal } }: Pick<DetectJob | RectifyJob, 'pageInfo'>,
  { answer, image }: { readonly answer: DetectResult; readonly image: RgbImage },
  { warp }: Pick<Context, 'warp'>,
): DetectResult {
  const { documents, corners } = answer
  if (kind !== 'photo' || documents.length !== 1 || isWithoutZone(answer) || isWholeSized(corners))
    return answer
  const { quad, ratio } = framedBy(corners as RelativeQuad, image, focal)
  if (!mayBeTwoPages(ratio)) return answer
  const look = lookAt(image, { quad, size: { width: ratio, height: 1 } }, warp)
  const gutter = gutterOn(look)
  discard(look.image)
  if (!gutter) return answer
  const pages = pagesBeside(quad, { gutter, page: look.page })
  return { ...answer, facingPages: pageDocuments(answer, pages, image) }
}
