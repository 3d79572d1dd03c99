import type { Point } from '@equerre/geometry/point'
import type { RgbImage } from '../../pixels.ts'
import { profileSide, type SideProfile } from '../measure/side-profile.ts'

/** Share of a document's side that must be an edge. */
export const edgeSupportMin = 0.75
export const contrastMin = 15
/** Of paper's edge, as `sharpness`: a shadow's border has half. */
export const sharpMin = 0.7

/** Share of the way between two points along which a clear edge runs; 0 where it is faint or outside the picture. */
export function edgeSupport(image: RgbImage, from: Point, to: Point): number {
  return supportOf(profileSide(image, from, to))
}

/** The same, and 0 where it is soft, as a shadow's border is. */
export function paperSupport(image: RgbImage, from: Point, to: Point): number {
  const profile = profileSide(image, from, to)
  return profile.sharpness < sharpMin ? 0 : supportOf(profile)
}

function supportOf({ support, contrast }: SideProfile): number {
  return contrast < contrastMin ? 0 : support
}
