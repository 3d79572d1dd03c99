import type { Size } from '@equerre/geometry/spaces'

/** What a camera recorded about a shot. */
export type ShotFacts = {
  /** Equivalent focal length in millimetres: the same field of view on 35 mm film. */
  readonly focalLength35mm?: number | undefined
  readonly digitalZoom?: number | undefined
  /** The picture's size in pixels as the camera stored it, in either orientation. */
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Diagonal of a frame of 35 mm film, 36 × 24 mm. */
const filmDiagonalMm = Math.hypot(36, 24)
/** From a fisheye to a telephoto too long for photographing paper. */
const focalLengthMm = { min: 10, max: 200 }
/** Sensors have one of these ratios of long to short side; a picture of any other was cropped. */
const sensorRatios = [4 / 3, 3 / 2]
const ratioSlack = 0.01

/**
 * The focal length in long sides of the picture; undefined where unknown. EXIF gives it for the whole sensor: after a
 * digital zoom or a crop it no longer applies, and the optical centre is unknown too.
 * @param size of the picture in pixels, upright or not
 */
export function focalOf(facts: ShotFacts, size: Size): number | undefined {
  const { focalLength35mm: mm, digitalZoom = 1, width = size.width, height = size.height } = facts
  if (mm === undefined || mm < focalLengthMm.min || mm > focalLengthMm.max) return undefined
  const ratio = longByShort(size)
  const uncut =
    sensorRatios.some((sensor) => alike(ratio, sensor)) && alike(ratio, longByShort({ width, height }))
  if (!uncut || !alike(digitalZoom, 1)) return undefined
  return (mm / filmDiagonalMm) * Math.hypot(1, 1 / ratio)
}

function longByShort({ width, height }: Size): number {
  return Math.max(width, height) / Math.min(width, height)
}

function alike(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < ratioSlack
}
