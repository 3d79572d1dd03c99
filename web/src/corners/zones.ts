import { quadInPixels, wholeFrame } from '@equerre/geometry/spaces'
import type { PreviewPoint, PreviewQuad, RelativeQuad, Size } from '@equerre/geometry/spaces'
import type { Job } from '../jobs/job.ts'

/** The zones that a page can begin from, in pixels of a preview of that size. */
export type Zones = {
  /** What the page was straightened with, or would be. */
  readonly now: PreviewQuad
  readonly detected: PreviewQuad
  readonly whole: PreviewQuad
  /** What else was seen: further documents, then runner-up zones. */
  readonly others: readonly PreviewQuad[]
}

/** @throws Error before the page's detection: there is nothing to correct then. */
export function zonesOf({ corners, detect, rectify }: Job, size: Size): Zones {
  if (detect === null) throw new Error('no detection to correct')
  const toPixels = (quad: RelativeQuad) => quadInPixels<PreviewPoint>(quad, size)
  return {
    now: toPixels(corners ?? rectify?.corners ?? detect.corners),
    detected: toPixels(detect.corners),
    whole: toPixels(wholeFrame),
    others: [...detect.documents.slice(1), ...detect.alternatives].map((zone) => toPixels(zone.corners)),
  }
}
