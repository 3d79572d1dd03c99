import { lineCrossing, type Line } from '@equerre/geometry/line'
import { pointTurn, type Point } from '@equerre/geometry/point'
import { polygonArea, polygonHull } from '@equerre/geometry/polygon'
import { quadArea, quadFromCorners, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'

/** Maximum area relative to the hull's; beyond it the shape is not a page. */
const quadToHullMax = 1.3

/**
 * Draws a quad around a contour: starts from the convex hull and drops sides one by one, always the one whose removal
 * adds the least area, until four remain. Rounded, torn and folded corners become the point where their sides meet.
 * @param contour work pixels, in any order
 * @returns a clockwise convex quad, or null when the contour is not four-sided
 */
export function quadAroundContour(contour: readonly Point[]): WorkQuad | null {
  const hull = polygonHull(contour)
  const hullArea = polygonArea(hull)
  if (hull.length < 4 || hullArea === 0) return null
  let sides = hull
  while (sides.length > 4) {
    const fewer = withoutCheapestSide(sides)
    if (!fewer) return null
    sides = fewer
  }
  const quad = quadFromCorners(sides as unknown as Quad)
  if (!quadIsClockwiseConvex(quad) || quadArea(quad) > hullArea * quadToHullMax) return null
  return quad as WorkQuad
}

/** Removes the side whose neighbours, extended until they meet, add the least area. */
function withoutCheapestSide(polygon: readonly Point[]): Point[] | null {
  const n = polygon.length
  let best: { index: number; corner: Point; area: number } | null = null
  for (let i = 0; i < n; i++) {
    const from = polygon[i]!
    const to = polygon[(i + 1) % n]!
    const corner = raysMeet([polygon[(i + n - 1) % n]!, from], [polygon[(i + 2) % n]!, to])
    if (!corner) continue
    const area = Math.abs(pointTurn(from, corner, to)) / 2
    if (!best || area < best.area) best = { index: i, corner, area }
  }
  if (!best) return null
  const { index, corner } = best
  const kept = polygon.map((point, i) => (i === index ? corner : point))
  return kept.filter((_, i) => i !== (index + 1) % n)
}

/** Where two rays meet beyond their second points; null when they diverge. */
function raysMeet(one: Line, other: Line): Point | null {
  const meeting = lineCrossing(one, other)
  return meeting && isAhead(one, meeting) && isAhead(other, meeting) ? meeting : null
}

function isAhead([a, b]: Line, [x, y]: Point): boolean {
  return (b[0] - a[0]) * (x - b[0]) + (b[1] - a[1]) * (y - b[1]) >= 0
}
