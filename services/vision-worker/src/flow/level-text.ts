import type { DetectResult } from '@equerre/contract/jobs'
import { quadInPixels, type PreviewPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Context } from '../context.ts'
import { isKeptWhole, levelAnswer } from '../core/detect/skew/level-answer.ts'
import { textSkew } from '../core/detect/skew/text-skew.ts'
import type { RgbImage } from '../core/pixels.ts'
import { readablePage } from './turn-upright.ts'

/** Straightens a page that is kept whole by its text, as a sheet that lay askew in a scanner needs. */
export function levelText(answer: DetectResult, image: RgbImage, ctx: Pick<Context, 'warp'>): DetectResult {
  if (!isKeptWhole(answer)) return answer
  const quad = quadInPixels<PreviewPoint>(answer.corners as RelativeQuad, image)
  const degrees = textSkew(readablePage(image, quad, ctx.warp))
  return degrees === null ? answer : levelAnswer(answer, degrees, image)
}
