import { homographyBetween } from '@equerre/geometry/homography'
import type { Quad } from '@equerre/geometry/quad'
import type { Lens } from '@equerre/geometry/rectangle'

/**
 * Where a pinhole camera is that sees a rectangle as a quad: across, down and above the rectangle's top left corner, in the
 * rectangle's own units. From H = K (r₁ r₂ t): Z. Zhang, A Flexible New Technique for Camera Calibration (2000). What is no
 * rectangle, as the corners of paper that curls at one, is a parallelogram in space: across and down are along its sides.
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
  const above = cross(across, down)
  const share = (axis: readonly number[], square: readonly number[]) =>
    -dot(square, origin) / dot(square, axis)
  const unit = (length(across) + length(down)) / 2
  return [
    share(across, cross(down, above)),
    share(down, cross(above, across)),
    Math.abs(dot(above, origin)) / length(above) / unit,
  ]
}

function cross(one: readonly number[], other: readonly number[]): number[] {
  return [1, 2, 0].map((k, i) => one[k]! * other[(i + 2) % 3]! - one[(i + 2) % 3]! * other[k]!)
}

function length(vector: readonly number[]): number {
  return Math.hypot(...vector)
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, k) => sum + value * other[k]!, 0)
}
