import type { Point } from '@equerre/geometry/point'
import type { Size } from '@equerre/geometry/spaces'
import { LeastSquares } from '@equerre/vision-worker/src/core/flatten/least-squares.ts'

/** Where nodes of a picture, evenly from the centre of its first pixel to that of its last, were on another; row by row, x and y. */
export type Course = {
  /** The picture's. */
  readonly size: Size
  readonly columns: number
  readonly rows: number
  readonly at: readonly Point[]
}

type Position = { readonly x: number; readonly y: number }

const nodes = 65

/** @param source takes a place of the picture to the other one, both in pixels */
export function courseOf(source: (place: Position) => Position, { width, height }: Size): Course {
  const at = Array.from({ length: nodes * nodes }, (_, i): Point => {
    const [column, row] = [i % nodes, Math.floor(i / nodes)]
    const { x, y } = source({
      x: 0.5 + ((width - 1) * column) / (nodes - 1),
      y: 0.5 + ((height - 1) * row) / (nodes - 1),
    })
    return [x, y]
  })
  return { size: { width, height }, columns: nodes, rows: nodes, at }
}

/** How far places of a page lie from where they should, in millimetres of paper, place by place. */
type Distortion = {
  /** If the picture shows exactly the page, from border to border. */
  readonly placed: readonly number[]
  /** After the best affine map, so that a page cut wider or narrower, shifted, turned or stretched as a whole counts as flat. */
  readonly aligned: readonly number[]
}

/** Print keeps some distance from the paper's border. */
const places = Array.from({ length: 21 }, (_, i) => 0.02 + 0.048 * i)

/**
 * How flat a page came out, whatever made the picture of it: nothing is recognised on the picture, but its course is
 * followed back to the photograph, on which every place of the drawn page is known.
 * @param course of the picture, on the photograph
 * @param seen where the photograph shows a point of the page, in shares of its sides
 * @param paper millimetres
 */
export function distortionOf(course: Course, seen: (flat: Point) => Point, paper: Size): Distortion {
  const flat = places.flatMap((v) => places.map((u): Point => [u, v]))
  const shown = flat.map((place) => shownAt(course, seen(place)))
  const truth = flat.map(([u, v]): Point => [u * paper.width, v * paper.height])
  const fitted = [0, 1].map((axis) => {
    const sums = new LeastSquares(3)
    for (const [i, [x, y]] of shown.entries())
      sums.add([0, 1, 2], Float64Array.of(1, x, y), { target: truth[i]![axis]!, weight: 1 })
    return sums.solve()
  })
  const off = (by: (place: Point) => Point) =>
    shown.map((place, i) => {
      const [x, y] = by(place)
      return Math.hypot(x - truth[i]![0], y - truth[i]![1])
    })
  const affine = ([at, byX, byY]: Float64Array, [x, y]: Point) => at! + byX! * x + byY! * y
  return {
    placed: off(([x, y]) => [x * paper.width, y * paper.height]),
    aligned: off((place) => [affine(fitted[0]!, place), affine(fitted[1]!, place)]),
  }
}

/** Which place of a picture, in shares of its sides, shows a point of the photograph. */
function shownAt(course: Course, point: Point): Point {
  const { size, columns, rows } = course
  const [x, y] = onNodes(course, point)
  return [
    (0.5 + ((size.width - 1) * x) / (columns - 1)) / size.width,
    (0.5 + ((size.height - 1) * y) / (rows - 1)) / size.height,
  ]
}

/** Linear within the triangle of nodes that has the point, else beyond the one that it is least outside of. */
function onNodes({ columns, rows, at }: Course, point: Point): Point {
  let [least, x, y] = [Infinity, 0, 0]
  for (let cell = 0; cell < (columns - 1) * (rows - 1); cell++) {
    const [column, row] = [cell % (columns - 1), Math.floor(cell / (columns - 1))]
    const upper = row * columns + column
    const [b, d] = [at[upper + 1]!, at[upper + columns]!]
    for (const corner of [0, 1] as const) {
      const origin = at[corner === 0 ? upper : upper + columns + 1]!
      const [s, t] = sharesOf(point, corner === 0 ? [origin, b, d] : [origin, d, b])
      const outside = Math.max(-s, -t, s + t - 1, 0)
      if (!(outside < least)) continue
      least = outside
      ;[x, y] = corner === 0 ? [column + s, row + t] : [column + 1 - s, row + 1 - t]
      if (outside === 0) return [x, y]
    }
  }
  return [x, y]
}

/** The point as the triangle's first corner and shares of the ways to both others; NaN where the triangle has no area. */
function sharesOf([x, y]: Point, [o, p, q]: readonly [Point, Point, Point]): readonly [number, number] {
  const [px, py, qx, qy] = [p[0] - o[0], p[1] - o[1], q[0] - o[0], q[1] - o[1]]
  const area = px * qy - py * qx
  const [dx, dy] = [x - o[0], y - o[1]]
  return [(dx * qy - dy * qx) / area, (px * dy - py * dx) / area]
}
