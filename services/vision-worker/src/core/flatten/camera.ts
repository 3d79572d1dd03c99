import { homographyBetween } from '@equerre/geometry/homography'
import type { Quad } from '@equerre/geometry/quad'
import type { Lens } from '@equerre/geometry/rectangle'

/**
 * Where a pinhole camera is that sees a rectangle as a quad: across, down and above the rectangle's top left corner, in the
 * rectangle's own units. From H = K (r₁ r₂ t): Z. Zhang, A Flexible New Technique for Camera Calibration (2000).
 * @param rectangle as long and wide as the quad shows it, in any unit
 * @param quad pixels, clockwise from the rectangle's top left
 */
export function cameraAbove(
  rectangle: Quad,
  quad: Quad,
  { focalPx, centre }: Pick<Lens, 'focalPx' | 'centre'>,
): readonly [number, number, number] {
  const [a, b, c, d, e, f, g, h, i] = homographyBetween(rectangle, quad)
  const ray = (x: number, y: number, w: number) => [
    (x - centre[0] * w) / focalPx,
    (y - centre[1] * w) / focalPx,
    w,
  ]
  const across = ray(a, d, g)
  const down = ray(b, e, h)
  const origin = ray(c, f, i)
  const scale = (length(across) + length(down)) / 2
  const [r1, r2] = [across.map((value) => value / scale), down.map((value) => value / scale)]
  const r3 = [0, 1, 2].map((k) => r1[(k + 1) % 3]! * r2[(k + 2) % 3]! - r1[(k + 2) % 3]! * r2[(k + 1) % 3]!)
  const along = (axis: readonly number[]) => -dot(axis, origin) / scale
  return [along(r1), along(r2), Math.abs(along(r3))]
}

function length(vector: readonly number[]): number {
  return Math.hypot(...vector)
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, k) => sum + value * other[k]!, 0)
}
