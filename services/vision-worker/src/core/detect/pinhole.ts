import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** What a quad would be if it were a rectangle seen by a pinhole camera. */
type PinholeView = {
  /** Absolute cosine between its two directions in space: 0 for a true rectangle. */
  readonly skew: number
  /** Short side by long side, 0 to 1. */
  readonly ratio: number
  /** Cosine of the angle between the page's normal and the optical axis: 1 when seen from straight above. */
  readonly facing: number
}

/**
 * Back-projects the sides: with the homography's columns h₁ and h₂ of the unit square and the camera matrix K, the
 * sides run along K⁻¹h₁ and K⁻¹h₂ (Z. Zhang and L.-W. He, MSR-TR-2003-39).
 * @param quad pixels of the frame, clockwise convex
 * @param focal in long sides of the frame; the optical axis is taken to meet its centre
 */
export function viewThroughPinhole(quad: Quad, { width, height }: Size, focal: number): PinholeView {
  const f = focal * Math.max(width, height)
  const [p0, p1, p2, p3] = quad.map(([x, y]) => [(x - width / 2) / f, (y - height / 2) / f] as const) as unknown as Quad // prettier-ignore
  const dx1 = p1[0] - p2[0]
  const dx2 = p3[0] - p2[0]
  const dy1 = p1[1] - p2[1]
  const dy2 = p3[1] - p2[1]
  const sumX = p0[0] - p1[0] + p2[0] - p3[0]
  const sumY = p0[1] - p1[1] + p2[1] - p3[1]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (sumX * dy2 - sumY * dx2) / determinant
  const h = (dx1 * sumY - dy1 * sumX) / determinant
  const across = [p1[0] - p0[0] + g * p1[0], p1[1] - p0[1] + g * p1[1], g] as const
  const down = [p3[0] - p0[0] + h * p3[0], p3[1] - p0[1] + h * p3[1], h] as const
  const [a, b] = [Math.hypot(...across), Math.hypot(...down)]
  const normalZ = across[0] * down[1] - across[1] * down[0]
  const dot = across[0] * down[0] + across[1] * down[1] + across[2] * down[2]
  const area = Math.sqrt(Math.max(1e-12, a * a * b * b - dot * dot))
  return {
    skew: Math.abs(dot) / (a * b),
    ratio: Math.min(a, b) / Math.max(a, b),
    facing: Math.abs(normalZ) / area,
  }
}
