import { quadArea, quadIsClockwiseConvex } from '@equerre/geometry/quad'
import type { PreviewQuad, Size } from '@equerre/geometry/spaces'
import { quadAngles } from './angles.ts'

/** Why four corners cannot form a page. */
export type Fault = 'crossed' | 'small'

/** With a smaller share of the photo, or an angle this close to 0° or 180°, the result would be unreadable. */
const areaShareMin = 0.002
const angleMinDegrees = 12

/** What is wrong with the corners, given in pixels of a photo of that size; null if they are valid. */
export function quadFault(quad: PreviewQuad, { width, height }: Size): Fault | null {
  if (!quadIsClockwiseConvex(quad)) return 'crossed'
  const angles = quadAngles(quad)
  const flat = angles.some((angle) => angle < angleMinDegrees || angle > 180 - angleMinDegrees)
  return flat || quadArea(quad) < areaShareMin * width * height ? 'small' : null
}
