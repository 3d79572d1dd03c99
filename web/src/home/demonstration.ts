import type { Quad } from '@equerre/geometry/quad'
import { ease, quadBetween } from '../ui/square-up.ts'

/** Size of the drawn sheet, in pixels of its own picture. */
export const sheetSize = { width: 434, height: 614 } as const

/** The sheet's corners in the photo and squared up, in units of the plan (840 × 636). */
const photographed: Quad = [
  [298, 44],
  [664, 92],
  [610, 604],
  [176, 524],
]
const squared: Quad = [
  [246, 56],
  [614, 56],
  [614, 576],
  [246, 576],
]

/** The corners at `t`, from 0 (photo) to 1 (square). */
export function quadAt(t: number): Quad {
  return quadBetween(photographed, squared, t)
}

/** Final position of the corners, for the target marks. */
export const goal = squared

/** Position of the loop after `seconds`: rest, square up, rest, tilt back; eight seconds in all. */
export function loopPosition(seconds: number): number {
  const s = seconds % 8
  if (s < 2.2) return 0
  if (s < 3.6) return ease((s - 2.2) / 1.4)
  return s < 6.8 ? 1 : 1 - ease((s - 6.8) / 1.2)
}
