import type { Point } from '@equerre/geometry/point'
import type { RgbImage } from '../../pixels.ts'
import { profileSide, sideSharpness } from '../measure/side-profile.ts'

/** Share of a document's side that must be an edge. */
export const edgeSupportMin = 0.75
export const contrastMin = 15
/** Of paper's edge, as `sideSharpness`: a shadow's border has half. */
export const sharpMin = 0.7

/** Share of the way between two points along which a clear edge runs; 0 where it is faint or outside the picture. */
export function edgeSupport(image: RgbImage, from: Point, to: Point): number {
  const { support, contrast } = profileSide(image, from, to)
  return contrast < contrastMin ? 0 : support
}

/** The same, and 0 where it is soft, as a shadow's border is. */
export function paperSupport(image: RgbImage, from: Point, to: Point): number {
  return sideSharpness(image, from, to) < sharpMin ? 0 : edgeSupport(image, from, to)
}
