import type { Point } from '@equerre/geometry/point'
import { frameQuad } from '@equerre/geometry/quad'
import { doubtedSd, edgeOff, lineOff, type Edge, type Evidence, type Line } from './fit.ts'
import { LeastSquares } from './least-squares.ts'
import type { Sheet } from './sheet.ts'
import { spreadOf } from './spread.ts'

/**
 * Of what is off, other corners leave at most this share, or so little of the page's diagonal; of a bend they leave a quarter and
 * more. Print is less exact than a side, and says less.
 */
const sideLeft = { share: 0.15, most: 1e-3 }
const linesLeft = { share: 0.4, most: 8e-4 }

/** Corners are off by so much of the diagonal. */
const cornerSd = 0.03
/** The first believes everything. */
const rounds = 5

/**
 * Whether the page is flat and its corners are off: another plane explains its sides and lines. Corners that somebody placed
 * by hand are, now and then, and those that were found where a finger or a fold covers them.
 */
export function isFlatWithOtherCorners(flat: Sheet, evidence: Evidence): boolean {
  const witnesses = [...evidence.edges, ...evidence.lines].map((witness) => witnessOf(flat, witness))
  const moves = movesOf(flat, witnesses)
  return ([0, 1, 2, 3, null] as const).every((side) => {
    const own = witnesses.filter((witness) => witness.side === side)
    const before = spreadOf(own.map(({ off }) => off))
    const after = spreadOf(own.map((witness) => leftOf(witness, moves)))
    const { share, most } = side === null ? linesLeft : sideLeft
    return after <= Math.max(share * before, most)
  })
}

/** How far a witness is off, give or take `sd`, and by how much more if each number of a homography grew by 1; lines have no side. */
type Witness = Pick<Line, 'sd'> & {
  readonly side: Edge['side'] | null
  readonly off: number
  readonly byNumber: Float64Array
}

const numbers = [0, 1, 2, 3, 4, 5, 6, 7]

/** How far a place moves along an axis by each of the eight numbers of a homography that hardly changes anything. */
function byNumber([x, y]: Point, axis: 0 | 1): Float64Array {
  return Float64Array.from(axis === 0 ? [1, x, y, 0, 0, 0, x * x, x * y] : [0, 0, 0, 1, x, y, x * y, y * y])
}

function witnessOf(flat: Sheet, witness: Edge | Line): Witness {
  const { sd } = witness
  if ('side' in witness) {
    const { side, seen } = witness
    return { sd, side, off: edgeOff(flat, witness), byNumber: byNumber(seen, side % 2 === 0 ? 1 : 0) }
  }
  const [from, to] = witness.ends.map((end) => byNumber(end, witness.axis)) as [Float64Array, Float64Array]
  return { sd, side: null, off: lineOff(flat, witness), byNumber: to.map((by, i) => by - from[i]!) }
}

/** What other corners leave of how far a witness is off. */
function leftOf({ off, byNumber }: Witness, moves: Float64Array): number {
  return byNumber.reduce((sum, by, i) => sum + by * moves[i]!, off)
}

/** The homography that leaves the least; what it leaves off much counts less, as in `fitSheet`. */
function movesOf(flat: Sheet, witnesses: readonly Witness[]): Float64Array {
  let moves = new Float64Array(numbers.length)
  for (let round = 0; round < rounds; round++) {
    const sums = new LeastSquares(numbers.length)
    for (const corner of frameQuad(flat))
      for (const axis of [0, 1] as const)
        sums.add(numbers, byNumber(corner, axis), { target: 0, weight: cornerSd ** -2 })
    for (const witness of witnesses) {
      const { off, sd, byNumber: by } = witness
      const allowed = round === 0 ? sd : doubtedSd(leftOf(witness, moves), sd)
      sums.add(numbers, by, { target: -off, weight: allowed ** -2 })
    }
    moves = Float64Array.from(sums.solve())
  }
  return moves
}
