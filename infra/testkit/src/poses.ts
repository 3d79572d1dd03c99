import type { Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import type { Random } from './pictures/random.ts'

/** A page in front of a phone's camera, and its corners as detected. */
export type Shot = {
  /** As detected: with noise, in pixels of `shotFrame`. */
  readonly quad: Quad
  /** True focal length in long sides of the frame. */
  readonly focal: number
}

export type Stance = {
  /** Angle between the page's normal and the optical axis. */
  readonly tiltDegrees: number
  /**
   * `axis`: tilted about one of its own sides, so that this pair stays parallel in the picture; `free`: about
   * any line, and rotated.
   */
  readonly about: 'axis' | 'free'
  /** Width of the page divided by its height. */
  readonly ratio: number
}

export const shotFrame = { width: 3000, height: 4000 }
const cornerNoisePx = 3

/**
 * Corners of a page seen by a pinhole camera with a focal length of 0.70 to 0.85 long sides, with a good
 * detector's noise.
 */
export function shootPage({ tiltDegrees, about, ratio }: Stance, random: Random): Shot {
  const free = about === 'free'
  const focal = random.between(0.7, 0.85)
  const azimuth = free ? random.between(0, 2 * Math.PI) : (random.integer(0, 3) * Math.PI) / 2
  const roll = free ? random.between(-0.6, 0.6) : 0
  const distance = random.between(1.6, 2.2)
  const [halfWidth, halfHeight] = [Math.sqrt(ratio) / 2, 1 / Math.sqrt(ratio) / 2]
  const corner = (u: number, v: number): Point => {
    const [x, y, z] = tilted(turned([u * halfWidth, v * halfHeight], roll), azimuth, tiltDegrees)
    const scale = (focal * shotFrame.height) / (distance + z)
    return [
      shotFrame.width / 2 + x * scale + cornerNoisePx * normal(random),
      shotFrame.height / 2 + y * scale + cornerNoisePx * normal(random),
    ]
  }
  return { quad: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], focal }
}

/** A normal deviate of mean 0 and variance 1 (G. Box and M. Muller, 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.between(0, 1))) * Math.cos(random.between(0, 2 * Math.PI))
}

function turned([x, y]: Point, angle: number): Point {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

function tilted(page: Point, azimuth: number, degrees: number): readonly [number, number, number] {
  const tilt = (degrees * Math.PI) / 180
  const [along, across] = turned(page, -azimuth)
  const [x, y] = turned([along * Math.cos(tilt), across], azimuth)
  return [x, y, along * Math.sin(tilt)]
}
