import type { Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { wholeFrame } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'

/** What encoding a preview may add to one tone, in levels. */
const toleranceLevels = 2

/** Whether every pixel is the same: no paper that was photographed or scanned is, a transparent file is. */
export function isOneTone({ data }: RgbImage): boolean {
  for (let at = 0; at < data.length; at++)
    if (Math.abs(data[at]! - data[at % 3]!) > toleranceLevels) return false
  return true
}

/** The answer for a picture on which there is nothing to see. */
export function nothingToSee(): DetectResult {
  const document = { corners: wholeFrame as Corners, confidence: 0, status: 'NOT_FOUND' } as const
  return { ...document, reasons: ['no_document'], alternatives: [], documents: [document] }
}
