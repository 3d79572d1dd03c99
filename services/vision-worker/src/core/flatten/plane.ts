import { homographyApply, homographyBetween, type Homography } from '@equerre/geometry/homography'
import { pointDistance, type Point } from '@equerre/geometry/point'
import { frameQuad, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import { doubtedSd, edgeOff, lineOff, type Evidence, type Line } from './fit.ts'
import { sideMin, sidesOf } from './judge.ts'
import { LeastSquares } from './least-squares.ts'
import type { Sheet } from './sheet.ts'
import { spreadOf } from './spread.ts'

/** Corners are off by so much of the diagonal, and by this at most: nobody places one beside a page. */
const cornerSd = 0.03
const cornerOffMax = 0.1
/**
 * Of nine tenths of each side that is off, other corners leave at most this share: a bent side passes through its corners, so
 * that corners which are right in its middle are wrong at its ends, and mostly leave two fifths and more.
 */
const leftMax = 0.3
const nearlyAll = 0.9
/** The first believes everything. */
const rounds = 6

/**
 * The lines and sides of a page as they would be seen with the corners, near its own, with which they are off least: those
 * that somebody placed by hand are off now and then, and those that were found where a finger or a fold covers them. What the
 * network saw stays as it is.
 * @returns in shares of the same diagonal, about the same flat sheet; the evidence itself where other corners explain its sides
 * badly, or would be too far off
 */
export function withBestCorners(flat: Sheet, evidence: Evidence): Evidence {
  const given = frameQuad(flat)
  let moved: Quad = given
  for (let round = 0; round < rounds; round++) {
    const seen = through(homographyBetween(given, moved), evidence)
    const moves = movesOf(flat, seen, { given, moved, doubts: round > 0 })
    moved = moved.map((corner) => movedBy(moves, corner)) as unknown as Quad
    const isFar = moved.some((corner, i) => pointDistance(corner, given[i]!) > cornerOffMax)
    if (isFar || !quadIsClockwiseConvex(moved)) return evidence
  }
  const atBest = through(homographyBetween(given, moved), evidence)
  return explainsSides(flat, evidence, atBest) ? atBest : evidence
}

function explainsSides(flat: Sheet, evidence: Evidence, atBest: Evidence): boolean {
  const after = sidesOf(atBest)
  return sidesOf(evidence).every((side, i) => {
    const offs = side.map((edge) => edgeOff(flat, edge))
    if (spreadOf(offs) < sideMin) return true
    const left = after[i]!.map((edge) => edgeOff(flat, edge))
    return spreadOf(left, nearlyAll) <= leftMax * spreadOf(offs, nearlyAll)
  })
}

function through(map: Homography, evidence: Evidence): Evidence {
  const to = (seen: Point) => homographyApply(map, seen)
  const line = (one: Line): Line => ({ ...one, ends: [to(one.ends[0]), to(one.ends[1])] })
  return {
    ...evidence,
    lines: evidence.lines.map(line),
    plumb: evidence.plumb.map(line),
    edges: evidence.edges.map((edge) => ({ ...edge, seen: to(edge.seen) })),
  }
}

const numbers = [0, 1, 2, 3, 4, 5, 6, 7]

/** How far a place moves along an axis by each of the eight numbers of a homography that hardly changes anything. */
function byNumber([x, y]: Point, axis: 0 | 1): Float64Array {
  return Float64Array.from(axis === 0 ? [1, x, y, 0, 0, 0, x * x, x * y] : [0, 0, 0, 1, x, y, x * y, y * y])
}

function movedBy(moves: Float64Array, place: Point): Point {
  const along = (axis: 0 | 1) =>
    byNumber(place, axis).reduce((sum, by, i) => sum + by * moves[i]!, place[axis])
  return [along(0), along(1)]
}

type Moved = { readonly given: Quad; readonly moved: Quad; readonly doubts: boolean }

/** The homography that leaves the least; what is off much counts less, as in `fitSheet`. */
function movesOf(flat: Sheet, { edges, lines }: Evidence, { given, moved, doubts }: Moved): Float64Array {
  const sums = new LeastSquares(numbers.length)
  const add = (by: Float64Array, off: number, sd: number) =>
    sums.add(numbers, by, { target: -off, weight: (doubts ? doubtedSd(off, sd) : sd) ** -2 })
  for (const [i, corner] of moved.entries())
    for (const axis of [0, 1] as const)
      sums.add(numbers, byNumber(corner, axis), {
        target: given[i]![axis] - corner[axis],
        weight: cornerSd ** -2,
      })
  for (const edge of edges)
    add(byNumber(edge.seen, edge.side % 2 === 0 ? 1 : 0), edgeOff(flat, edge), edge.sd)
  for (const line of lines) {
    const [from, to] = line.ends.map((end) => byNumber(end, line.axis)) as [Float64Array, Float64Array]
    add(
      to.map((by, i) => by - from[i]!),
      lineOff(flat, line),
      line.sd,
    )
  }
  return Float64Array.from(sums.solve())
}
