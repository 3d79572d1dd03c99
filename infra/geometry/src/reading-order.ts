import { pointDistance, type Point } from './point.ts'
import { quadArea, type Quad } from './quad.ts'

/** From this agreement of all sides’ directions on (0 to 1), the figures lie along one grid, and its tilt counts. */
const gridMin = 0.8
/** Of the lower figure’s height, how much two figures of one row share. */
const rowOverlapMin = 0.5

/**
 * The order in which figures on one picture are read: row by row from the top, each from left to right. Where they lie
 * along one tilted grid, rows follow its tilt.
 * @param quads in a space whose two axes have the same unit
 * @returns indexes into `quads`
 */
export function readingOrder(quads: readonly Quad[]): number[] {
  const tilt = commonTilt(quads)
  const left = new Map(quads.map((quad, index) => [index, spanOf(quad, tilt)]))
  const order: number[] = []
  while (left.size > 0) {
    const next = firstOf(left)
    order.push(next)
    left.delete(next)
  }
  return order
}

/** Where a figure lies, after its picture has been turned back by the tilt. */
type Span = { readonly x: number; readonly y: number; readonly top: number; readonly bottom: number }

/**
 * The next figure: one that no other precedes. “Precedes” can run in a circle; then it is the topmost.
 */
function firstOf(left: ReadonlyMap<number, Span>): number {
  const fromTop = [...left].toSorted(([, a], [, b]) => a.y - b.y)
  const free = fromTop.find(([index, span]) =>
    fromTop.every(([other, before]) => other === index || !precedes(before, span)),
  )
  return (free ?? fromTop[0]!)[0]
}

function precedes(a: Span, b: Span): boolean {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const inOneRow = shared >= rowOverlapMin * Math.min(a.bottom - a.top, b.bottom - b.top)
  return inOneRow ? a.x < b.x : a.y < b.y
}

function spanOf(quad: Quad, tilt: number): Span {
  const turned = quad.map((point) => turnedBack(point, tilt))
  const [xs, ys] = [turned.map(([x]) => x), turned.map(([, y]) => y)]
  return {
    x: xs.reduce((sum, x) => sum + x, 0) / 4,
    y: ys.reduce((sum, y) => sum + y, 0) / 4,
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
}

function turnedBack([x, y]: Point, tilt: number): Point {
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  return [x * cos + y * sin, y * cos - x * sin]
}

/**
 * The angle of the grid that the figures lie along, within 45° of upright; 0 where they lie at any angle. The mean is
 * taken of four times each side’s angle, which makes the sides of a rectangle one direction.
 */
function commonTilt(quads: readonly Quad[]): number {
  let [x, y, weight] = [0, 0, 0]
  for (const quad of quads) {
    // Each figure counts by its size, not by how long its sides are for it.
    const perLength = Math.sqrt(quadArea(quad)) / perimeter(quad)
    for (const [from, to] of sidesOf(quad)) {
      const angle = 4 * Math.atan2(to[1] - from[1], to[0] - from[0])
      const length = pointDistance(from, to) * perLength
      x += length * Math.cos(angle)
      y += length * Math.sin(angle)
      weight += length
    }
  }
  return weight > 0 && Math.hypot(x, y) >= gridMin * weight ? Math.atan2(y, x) / 4 : 0
}

function perimeter(quad: Quad): number {
  return sidesOf(quad).reduce((sum, [from, to]) => sum + pointDistance(from, to), 0)
}

function sidesOf([a, b, c, d]: Quad): readonly (readonly [Point, Point])[] {
  return [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ]
}
