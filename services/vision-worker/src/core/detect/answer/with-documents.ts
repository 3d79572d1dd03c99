import type { DetectResult } from '@equerre/contract/jobs'
import { quadLargest } from '@equerre/geometry/quad'

/**
 * The answer with these documents. For the page as a whole it tells of the largest: whoever names no document means that one.
 */
export function withDocuments<Answer extends Pick<DetectResult, 'documents'>>(
  answer: Answer,
  documents: DetectResult['documents'],
): Answer & Pick<DetectResult, 'corners' | 'confidence' | 'status' | 'shapeUncertain'> {
  const largest = documents[quadLargest(documents.map((found) => found.corners))]!
  const { corners, confidence, status, shapeUncertain } = largest
  return { ...answer, documents, corners, confidence, status, ...(shapeUncertain && { shapeUncertain }) }
}
