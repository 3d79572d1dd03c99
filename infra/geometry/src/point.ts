/**
 * A position in continuous image coordinates: x grows right, y grows down, the pixel in column i and row j covers
 * [i, i + 1) × [j, j + 1) and has its centre at (i + 0.5, j + 0.5). The unit is a pixel unless a type says otherwise.
 */
export type Point = readonly [x: number, y: number]

/** Euclidean distance between two points of one space, in the unit of that space. */
export function pointDistance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1])
}

/** The point at fraction `t` of the way from `a` (t = 0) to `b` (t = 1); any real `t` is allowed. */
export function pointBetween(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/**
 * Twice the signed area of the triangle a, b, c, in square units: positive when the turn at `b` is clockwise on a
 * y-down image.
 */
export function pointTurn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
}
