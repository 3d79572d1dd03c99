import type { DetectResult } from '@equerre/contract/jobs'
import type { Quad } from '@equerre/geometry/quad'
import { quadInPixels, quadToRelative, type RelativeQuad, type Size } from '@equerre/geometry/spaces'
import { wireCorners } from '../answer/wire-corners.ts'

/** Whether an answer keeps a page whole because it seems to be cropped: its text may still slope. */
export function isKeptWhole({ reasons }: DetectResult): boolean {
  return reasons.includes('already_cropped')
}

/**
 * The answer with its page turned about its middle, so that text sloping by so much lies level. Shape and size stay those
 * of the picture: what little leaves it at the corners is margin.
 * @param degrees clockwise
 * @param picture whose sides the angle is measured by
 */
export function levelAnswer(answer: DetectResult, degrees: number, picture: Size): DetectResult {
  const quad = quadInPixels(answer.corners as RelativeQuad, picture)
  const corners = wireCorners(quadToRelative(turnedAboutMiddle(quad, degrees), picture))
  const documents = answer.documents.map((found, index) => (index === 0 ? { ...found, corners } : found))
  const reasons = answer.reasons.filter((reason) => reason !== 'already_cropped')
  return { ...answer, corners, documents, reasons }
}

function turnedAboutMiddle<Kind extends Quad>(quad: Kind, degrees: number): Kind {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const middle = [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis]! / 4, 0))
  return quad.map((corner) => {
    const [x, y] = [corner[0] - middle[0]!, corner[1] - middle[1]!]
    return [middle[0]! + x * cos - y * sin, middle[1]! + x * sin + y * cos]
  }) as unknown as Kind
}
