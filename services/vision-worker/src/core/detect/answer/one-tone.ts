import type { Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { wholeFrame } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'

/** How much encoding a preview may vary a single tone, in levels. */
const toleranceLevels = 2

/** Whether every pixel is the same: never true of photographed or scanned paper, but of a transparent file. */
export function isOneTone({ data }: RgbImage): boolean {
  for (let at = 0; at < data.length; at++)
    if (Math.abs(data[at]! - data[at % 3]!) > toleranceLevels) return false
  return true
}

/** The answer for a blank picture. */
export function nothingToSee(): DetectResult {
  const document = { corners: wholeFrame as Corners, confidence: 0, status: 'NOT_FOUND' } as const
  const reasons = ['no_document' as const]
  return { ...document, reasons, alternatives: [], documents: [{ ...document, reasons }] }
}
