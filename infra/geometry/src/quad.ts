import { pointDistance, pointTurn, type Point } from './point.ts'
import { polygonArea, polygonIou } from './polygon.ts'

/** Four corners, clockwise (as seen on a y-down image) from the document's own top left. */
export type Quad<P extends Point = Point> = readonly [topLeft: P, topRight: P, bottomRight: P, bottomLeft: P]

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The corners of an image of that size, in its pixels. */
export function frameQuad({ width, height }: { readonly width: number; readonly height: number }): Quad {
  return boxQuad({ left: 0, top: 0, right: width, bottom: height })
}

/** The corners of an upright box. */
export function boxQuad({ left, top, right, bottom }: Box): Quad {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** Area of a quad without crossing sides, in square units, whatever its winding. */
export function quadArea(quad: Quad): number {
  return Math.abs(polygonArea(quad))
}

/** The index of the quad with the largest area, the first of equals; 0 for none. */
export function quadLargest(quads: readonly Quad[]): number {
  const areas = quads.map(quadArea)
  return Math.max(0, areas.indexOf(Math.max(...areas)))
}

/**
 * Whether the corners run clockwise around a strictly convex figure.
 * @param turnMin smallest turn at a corner, as twice the triangle's area in square units; 0 only refuses flat corners
 */
export function quadIsClockwiseConvex(quad: Quad, turnMin = 0): boolean {
  return quad.every((corner, i) => pointTurn(quad[(i + 3) % 4]!, corner, quad[(i + 1) % 4]!) > turnMin)
}

/** Whether a point lies in a clockwise convex quad or on its border. */
export function quadContains(quad: Quad, point: Point): boolean {
  for (let i = 0; i < 4; i++) {
    const a = quad[i]!
    const b = quad[(i + 1) % 4]!
    if ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) < 0) return false
  }
  return true
}

/**
 * Puts the four corners of a convex figure, given in any order, into the order of a quad. The document's top
 * left is taken to be the corner that makes its top and bottom sides point most to the right: right for a
 * page turned by less than 45 degrees.
 */
export function quadFromCorners<P extends Point>(corners: Quad<P>): Quad<P> {
  const centreX = corners.reduce((sum, [x]) => sum + x, 0) / 4
  const centreY = corners.reduce((sum, [, y]) => sum + y, 0) / 4
  const angle = ([x, y]: Point) => Math.atan2(y - centreY, x - centreX)
  const ring = corners.toSorted((a, b) => angle(a) - angle(b))
  const turned = [0, 1, 2, 3].map((first) => quadTurned(ring as unknown as Quad<P>, first))
  return turned.reduce((best, quad) => (rightward(quad) > rightward(best) ? quad : best))
}

/**
 * The same corners, still clockwise, from another start: those of a page that lies turned clockwise by
 * `first` quarter turns, from the page's own top left.
 * @param corners clockwise, in any space
 * @param first index of the corner to start at, 0 to 3
 */
export function quadTurned<Corners extends readonly [unknown, unknown, unknown, unknown]>(
  corners: Corners,
  first: number,
): Corners {
  return corners.map((_, i) => corners[(i + first) % 4]) as unknown as Corners
}

/**
 * The corners of a page turned clockwise, starting at its new top left: cut out by these, the page comes out turned.
 * @param degrees a multiple of 90, from -360 to 360; negative turns back
 */
export function quadOfTurnedPage<Corners extends readonly [unknown, unknown, unknown, unknown]>(
  corners: Corners,
  degrees: number,
): Corners {
  return quadTurned(corners, (4 - degrees / 90) % 4)
}

/** Lengths of the four sides in the order top, right, bottom, left, in the quad's unit. */
export function quadSideLengths([a, b, c, d]: Quad): readonly [number, number, number, number] {
  return [pointDistance(a, b), pointDistance(b, c), pointDistance(c, d), pointDistance(d, a)]
}

/** The longer of each two opposite sides, both reduced alike where one exceeds `longSideMax`; unrounded, in the quad's unit. */
export function quadSizeWithin(
  quad: Quad,
  longSideMax: number,
): { readonly width: number; readonly height: number } {
  const [top, right, bottom, left] = quadSideLengths(quad)
  const [width, height] = [Math.max(top, bottom), Math.max(right, left)]
  const scale = Math.min(1, longSideMax / Math.max(width, height))
  return { width: width * scale, height: height * scale }
}

/**
 * Intersection over union of two convex quads in the same space, from 0 to 1, whatever their winding and
 * order.
 */
export function quadIou(a: Quad, b: Quad): number {
  return polygonIou(a, b)
}

function rightward([a, b, c, d]: Quad): number {
  return b[0] - a[0] + (c[0] - d[0])
}
