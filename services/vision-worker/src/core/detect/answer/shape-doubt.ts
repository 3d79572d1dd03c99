import type { Corners, PageInfo } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { cameraOf, measureProportions } from '@equerre/geometry/proportions'
import { quadInPixels, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import { withDocuments } from './with-documents.ts'

/**
 * Standard deviation of a ratio's logarithm from which a person should look: the shape may well be off by a quarter, and it
 * shows. Whole photographs of pages tilted by less than 30° hardly reach it.
 */
export const uncertainLogSd = 0.25

/**
 * The answer with its documents of very uncertain proportions left to a person: seen from the side, or on part of a
 * photograph. They keep their zone, whose corners may well be right.
 */
export function withShapeDoubt(answer: DetectResult, { width, height, focal }: PageInfo): DetectResult {
  const camera = cameraOf({ width, height }, focal)
  const isUncertain = (corners: Corners) =>
    measureProportions(quadInPixels<PhotoPoint>(corners as RelativeQuad, { width, height }), camera).logSd >
    uncertainLogSd
  const documents = answer.documents.map((found) =>
    isUncertain(found.corners)
      ? { ...found, status: 'REVIEW_REQUIRED' as const, shapeUncertain: true }
      : found,
  )
  return withDocuments(answer, documents)
}
