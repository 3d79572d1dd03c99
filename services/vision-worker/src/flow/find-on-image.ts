import type { PageInfo } from '@equerre/contract/detourage'
import type { CornerModel } from '../adapters/corner-model.ts'
import { decideSeveral } from '../core/detect/answer/decide.ts'
import { findOnPicture, type Finding } from '../core/detect/find.ts'
import { showsSeveral } from '../core/detect/network/look.ts'
import type { Operators } from '../core/detect/operators.ts'
import { hasOthersBeside } from '../core/detect/several/beside.ts'
import type { DebugPictures } from '../core/debug.ts'
import type { RgbImage } from '../core/pixels.ts'
import { lookForCorners } from './look-for-corners.ts'
import { lookForSeveral } from './look-for-several.ts'

type Tools = {
  readonly operators: Operators
  readonly debug: DebugPictures
  readonly page: Pick<PageInfo, 'kind' | 'focal'>
  /** The corner network, if there is one. */
  readonly model: CornerModel | null
}

/** Finds the documents on a picture within `workLongSide`: its one document, or each of several where several are evident. */
export async function findOnImage(image: RgbImage, { model, ...tools }: Tools): Promise<Finding> {
  const look = model && (await lookForCorners(image, model))
  const found = findOnPicture(image, { ...tools, look })
  if (!model || !look || tools.page.kind === 'scan') return found
  const best = found.ranked[0]!
  const hasOthers = () => !best.wholeFrame && hasOthersBeside(best.quad, found.outlines, image)
  if (!showsSeveral(look) && !hasOthers()) return found
  const beside = await lookForSeveral(image, found, { model, operators: tools.operators })
  const answer = decideSeveral(beside, found.ranked, image)
  return answer ? { ...found, answer, ranked: [...beside, ...found.ranked] } : found
}
