import type { Size } from '@equerre/geometry/spaces'

/** What a camera wrote about a shot. */
export type ShotFacts = {
  /** Focal length in millimetres that gives the same field of view on 35 mm film. */
  readonly focalLength35mm?: number | undefined
  readonly digitalZoom?: number | undefined
  /** Pixels of the picture as the camera stored it, lying or upright. */
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Diagonal of a frame of 35 mm film, 36 × 24 mm. */
const filmDiagonalMm = Math.hypot(36, 24)
/** Between a fisheye and what nobody photographs paper with. */
const focalLengthMm = { min: 10, max: 200 }
/** Sensors have one of these, long side by short side; of any other picture something was cut off. */
const sensorRatios = [4 / 3, 3 / 2]
const ratioSlack = 0.01

/**
 * The focal length in long sides of the picture; undefined where the file does not tell it. What it tells holds for the
 * whole sensor: a zoom made of pixels, or a picture that was cropped, has another, and no longer a known centre.
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
