import type { DetectResult } from '@equerre/contract/jobs'
import {
  isWholeFrame,
  quadInPixels,
  quadToRelative,
  type PreviewPoint,
  type RelativeQuad,
} from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { withDocuments } from '../answer/with-documents.ts'
import { wireCorners } from '../answer/wire-corners.ts'
import { snapSides } from './snap-sides.ts'

/**
 * The answer with its documents' sides moved onto their paper's edges, where these are clearly visible.
 * @param preview the picture that the answer is about, larger than the one it was found on
 */
export function snapAnswer(answer: DetectResult, preview: RgbImage): DetectResult {
  const documents = answer.documents.map((found) => {
    const quad = quadInPixels<PreviewPoint>(found.corners as RelativeQuad, preview)
    const snapped = snapSides(preview, quad)
    return { ...found, corners: wireCorners(quadToRelative(snapped.quad, preview)) }
  })
  return withDocuments(answer, documents)
}

/** Whether an answer is a zone: the whole frame has no side to move. */
export function isSnappable({ corners }: DetectResult): boolean {
  return !isWholeFrame(corners)
}
