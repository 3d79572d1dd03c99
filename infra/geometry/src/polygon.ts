import { pointTurn, type Point } from './point.ts'

/**
 * Signed area by the shoelace formula, in square units: positive when the corners run clockwise on a y-down image.
 * A polygon of fewer than three corners has area 0.
 */
export function polygonArea(polygon: readonly Point[]): number {
  // Relative to the first corner, so that far-away polygons do not lose digits.
  const [origin] = polygon
  if (!origin) return 0
  let doubled = 0
  for (let i = 1; i + 1 < polygon.length; i++) doubled += pointTurn(origin, polygon[i]!, polygon[i + 1]!)
  return doubled / 2
}

/**
 * The part of a convex polygon inside another convex polygon (Sutherland and Hodgman, 1974), clockwise.
 * @returns its corners, possibly fewer than three when the polygons barely touch
 */
export function polygonClip(subject: readonly Point[], window: readonly Point[]): Point[] {
  const edges = clockwise(window)
  let kept = clockwise(subject)
  for (let i = 0; i < edges.length; i++) kept = clipByLine(kept, edges[i]!, edges[(i + 1) % edges.length]!)
  return kept
}

/** The area that two convex polygons share, whatever their winding; many lie apart, which their extents tell at once. */
export function polygonShared(a: readonly Point[], b: readonly Point[]): number {
  const apart = ([0, 1] as const).some((axis) => {
    const [ownA, ownB] = [a.map((corner) => corner[axis]), b.map((corner) => corner[axis])]
    return Math.max(...ownA) <= Math.min(...ownB) || Math.max(...ownB) <= Math.min(...ownA)
  })
  return apart ? 0 : polygonArea(polygonClip(a, b))
}

/**
 * Intersection over union of two convex polygons, from 0 to 1, whatever their winding; 0 when both have no
 * area.
 */
export function polygonIou(a: readonly Point[], b: readonly Point[]): number {
  const shared = polygonShared(a, b)
  const union = Math.abs(polygonArea(a)) + Math.abs(polygonArea(b)) - shared
  return union > 0 ? Math.min(1, Math.max(0, shared / union)) : 0
}

/**
 * The convex hull (Andrew's monotone chain, 1979), clockwise on a y-down image, without corners on a straight side.
 * @param points in any order
 */
export function polygonHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const upper = chain(sorted)
  const lower = chain(sorted.toReversed())
  return [...upper.slice(0, -1), ...lower.slice(0, -1)]
}

function chain(sorted: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of sorted) {
    while (kept.length >= 2 && pointTurn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop()
    kept.push(point)
  }
  return kept
}

function clockwise(polygon: readonly Point[]): Point[] {
  return polygonArea(polygon) < 0 ? polygon.toReversed() : [...polygon]
}

/** Keeps what lies on the right-hand side of the line from `a` to `b`, the inside of a clockwise window. */
function clipByLine(polygon: readonly Point[], a: Point, b: Point): Point[] {
  const kept: Point[] = []
  for (let i = 0; i < polygon.length; i++) {
    const here = polygon[i]!
    const next = polygon[(i + 1) % polygon.length]!
    const sideHere = pointTurn(a, b, here)
    const sideNext = pointTurn(a, b, next)
    if (sideHere >= 0) kept.push(here)
    if (sideHere * sideNext < 0) {
      const t = sideHere / (sideHere - sideNext)
      kept.push([here[0] + (next[0] - here[0]) * t, here[1] + (next[1] - here[1]) * t])
    }
  }
  return kept
}
