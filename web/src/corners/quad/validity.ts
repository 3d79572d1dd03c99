import { quadArea, quadIsClockwiseConvex } from '@equerre/geometry/quad'
import type { PreviewQuad, Size } from '@equerre/geometry/spaces'
import { quadAngles } from './angles.ts'

/** Why four corners cannot be a page. */
export type Fault = 'crossed' | 'small'

/** Below this share of the photo, and with flatter corners than this, nothing readable would come out. */
const areaShareMin = 0.002
const angleMinDegrees = 12

/** What is wrong with the corners, in pixels of a photo of that size; null when they can be straightened. */
export function quadFault(quad: PreviewQuad, { width, height }: Size): Fault | null {
  if (!quadIsClockwiseConvex(quad)) return 'crossed'
  const angles = quadAngles(quad)
  const flat = angles.some((angle) => angle < angleMinDegrees || angle > 180 - angleMinDegrees)
  return flat || quadArea(quad) < areaShareMin * width * height ? 'small' : null
}
