import { homographyFromSquare } from '@equerre/geometry/homography'
import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** What a quad would be as a rectangle seen by a pinhole camera. */
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
 * @param focal in long sides of the frame; the optical axis is assumed to go through its centre
 */
export function viewThroughPinhole(quad: Quad, { width, height }: Size, focal: number): PinholeView {
  const f = focal * Math.max(width, height)
  const seen = quad.map(([x, y]) => [(x - width / 2) / f, (y - height / 2) / f] as const) as unknown as Quad
  const [acrossX, downX, , acrossY, downY, , acrossZ, downZ] = homographyFromSquare(seen)
  const across = [acrossX, acrossY, acrossZ] as const
  const down = [downX, downY, downZ] as const
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
