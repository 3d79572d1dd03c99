import type { Point } from '@equerre/geometry/point'
import { edgeOff, type Edge, type Evidence } from './fit.ts'
import { spreadOf } from './spread.ts'
import type { Sheet } from './sheet.ts'

/** From so far on, as a share of the page's diagonal, a side is bowed. */
const bowedMin = 2.5e-3
/** Of a bowed side, the lens leaves at most so much. */
const leftMax = 0.5

/**
 * Whether it is the lens that bows a page's sides: all four outward, each as far as it lies from the picture's centre. Paper
 * bends about one axis and leaves two of its sides straight. Radial distortion of the second order (D. C. Brown, 1966), of
 * which the corners, being seen, take the straight part away.
 * @param centre where the lens's axis meets the page, in shares of its diagonal
 */
export function isBowedByLens(flat: Sheet, { edges }: Evidence, centre: Point): boolean {
  const seen = edges.map((edge) => ({
    side: edge.side,
    off: edgeOff(flat, edge),
    bow: bowAt(flat, edge, centre),
  }))
  const strength =
    seen.reduce((sum, { off, bow }) => sum + off * bow, 0) / seen.reduce((sum, { bow }) => sum + bow * bow, 0)
  if (!(strength > 0)) return false
  const sides = ([0, 1, 2, 3] as const).map((side) => {
    const own = seen.filter((edge) => edge.side === side)
    return {
      before: spreadOf(own.map(({ off }) => off)),
      after: spreadOf(own.map(({ off, bow }) => off - strength * bow)),
    }
  })
  const isBowed = (side: number) => sides[side]!.before >= bowedMin
  const isExplained = sides.every(({ before, after }) => after <= Math.max(leftMax * before, bowedMin))
  return isExplained && (isBowed(0) || isBowed(2)) && (isBowed(1) || isBowed(3))
}

/** How far below, or right of, its chord a lens of strength 1 shows a place of the page's edge. */
function bowAt({ width, height }: Sheet, { seen: [x, y], side }: Edge, [cx, cy]: Point): number {
  return side % 2 === 0
    ? ((side === 2 ? height : 0) - cy) * x * (width - x)
    : ((side === 1 ? width : 0) - cx) * y * (height - y)
}
