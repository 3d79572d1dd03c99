import type { DetectResult } from '@equerre/contract/jobs'
import type { RelativeQuad } from '@equerre/geometry/spaces'

/** Corners as answered: rounded to millionths of the frame, and no further outside than the contract allows. */
export function wireCorners(quad: RelativeQuad): DetectResult['corners'] {
  return quad.map(([x, y]) => [digits(x), digits(y)]) as unknown as DetectResult['corners']
}

function digits(value: number): number {
  return Math.min(1.25, Math.max(-0.25, Math.round(value * 1e6) / 1e6))
}
