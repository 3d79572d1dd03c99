import { pointTurn, type Point } from './point.ts'
import type { Quad } from './quad.ts'

/** A projective map of the plane as a 3 × 3 matrix, row by row, scaled so that its largest entry is of order 1. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

/**
 * The map that takes each corner of `source` to the same corner of `target`: both through the unit square, in the
 * closed form of Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
 * @throws RangeError when three corners of a quad lie on one line
 */
export function homographyBetween(source: Quad, target: Quad): Homography {
  return multiply(homographyFromSquare(target), homographyInverse(homographyFromSquare(source)))
}

/**
 * The inverse map, by the adjugate.
 * @throws RangeError when the map is singular
 */
export function homographyInverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  const adjugate: Homography = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  const determinant = a * adjugate[0] + b * adjugate[3] + c * adjugate[6]
  const scale = Math.max(...[a, b, c, d, e, f, g, h, i].map(Math.abs))
  if (!(Math.abs(determinant) > scale ** 3 * 1e-15)) throw new RangeError('singular homography')
  return normalised(adjugate)
}

/** Where the map takes a point; infinite coordinates on the map's vanishing line. */
export function homographyApply([a, b, c, d, e, f, g, h, i]: Homography, [x, y]: Point): Point {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

/**
 * The map that takes the corners (0, 0), (1, 0), (1, 1), (0, 1) to the quad's, scaled so that its last entry is 1.
 * @throws RangeError when three corners lie on one line
 */
export function homographyFromSquare(quad: Quad): Homography {
  const [p0, p1, p2, p3] = quad
  if (isFlat(p3, p0, p1) || isFlat(p0, p1, p2) || isFlat(p1, p2, p3) || isFlat(p2, p3, p0))
    throw new RangeError('three corners on one line')
  const sumX = p0[0] - p1[0] + p2[0] - p3[0]
  const sumY = p0[1] - p1[1] + p2[1] - p3[1]
  const dx1 = p1[0] - p2[0]
  const dx2 = p3[0] - p2[0]
  const dy1 = p1[1] - p2[1]
  const dy2 = p3[1] - p2[1]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (sumX * dy2 - sumY * dx2) / determinant
  const h = (dx1 * sumY - dy1 * sumX) / determinant
  return [
    p1[0] - p0[0] + g * p1[0],
    p3[0] - p0[0] + h * p3[0],
    p0[0],
    p1[1] - p0[1] + g * p1[1],
    p3[1] - p0[1] + h * p3[1],
    p0[1],
    g,
    h,
    1,
  ]
}

function isFlat(before: Point, corner: Point, after: Point): boolean {
  return pointTurn(before, corner, after) === 0
}

function multiply(left: Homography, right: Homography): Homography {
  const cell = (row: number, column: number) =>
    left[row * 3]! * right[column]! +
    left[row * 3 + 1]! * right[column + 3]! +
    left[row * 3 + 2]! * right[column + 6]!
  return normalised([
    cell(0, 0),
    cell(0, 1),
    cell(0, 2),
    cell(1, 0),
    cell(1, 1),
    cell(1, 2),
    cell(2, 0),
    cell(2, 1),
    cell(2, 2),
  ])
}

function normalised(matrix: Homography): Homography {
  const scale = Math.max(...matrix.map(Math.abs))
  return matrix.map((value) => value / scale) as unknown as Homography
}
