import { median } from '../../pixels.ts'
import type { SideShares } from './shares.ts'
import { shareAlong } from './strip.ts'

/** Columns inward from the quad's own line, as a parabola over the position along the side (0 … 1). */
export type SideCurve = readonly [constant: number, linear: number, quadratic: number]

/** Where the paper's edge was found in one row. */
type EdgePoint = { readonly along: number; readonly column: number; readonly weight: number }

export type SideEdge = {
  readonly curve: SideCurve
  /** Share of the rows within the picture where an edge was found. */
  readonly seen: number
  /** Median distance of the edge from the curve in each tenth of the side, in columns; NaN where fewer than half the rows show it. */
  readonly residuals: readonly number[]
}

/** Number of positions tried for a line at each of the two corners. */
const positions = 33
/** Standard deviation of the prior on a starting line, as a share of half the reach. */
const startSd = 0.4
/** Weight of that prior: one standard deviation costs, in columns of paper, half this share of half the reach. */
const startCost = 0.02
/** Each row's own edge is searched this close to the best line, as a share of half the reach. */
const nearShare = 1 / 6
/** Smallest rise of the paper share, over four columns, that counts as an edge. */
const riseMin = 0.25
const fitRounds = 8
/** The first rounds fit a line: a parabola would follow outliers at the ends. */
const lineRounds = 3

/**
 * Finds the paper's edge in a strip: the line that best separates paper from surroundings, then each row's own step near
 * it, then a robust parabola through those steps. Its ends are the corners even when the sheet is bent.
 * @returns null when fewer than half the rows show a step
 */
export function findEdge(side: SideShares): SideEdge | null {
  const points = edgePoints(side, bestLine(side.reach, splitOf(side)))
  const rows = side.weights.filter((weight) => weight > 0).length
  if (points.length < rows / 2) return null
  const curve = fitCurve(points)
  const offsets = points.map((point) => ({ along: point.along, off: distanceTo(curve, point) }))
  const residuals = Array.from({ length: 10 }, (_, tenth) => {
    const part = offsets.filter(({ along }) => Math.floor(along * 10) === tenth)
    return part.length < side.rows / 20 ? NaN : median(part.map(({ off }) => off))
  })
  return { curve, seen: points.length / rows, residuals }
}

/** The curve's column at a position along the side. */
export function columnAt([constant, linear, quadratic]: SideCurve, along: number): number {
  return constant + linear * along + quadratic * along * along
}

/** Columns of the best line at the two corners; ties go to the one nearest the quad's own line. */
function bestLine(reach: number, split: Split): readonly [number, number] {
  const bound = reach / 2
  let best: readonly [number, number] = [0, 0]
  let most = -Infinity
  for (let i = 0; i < positions; i++) {
    for (let j = 0; j < positions; j++) {
      const first = bound * ((2 * i) / (positions - 1) - 1)
      const second = bound * ((2 * j) / (positions - 1) - 1)
      const cost = (startCost * (first ** 2 + second ** 2)) / (2 * startSd ** 2 * bound)
      const gained = split(first, second) - cost
      if (gained > most) [best, most] = [[first, second], gained]
    }
  }
  return best
}

/** How much more paper, in columns per row, is inside a line than outside it; takes the line's columns at the corners. */
type Split = (first: number, second: number) => number

/** Prepares the split of a strip by any line: paper counts as a gain inside it and as a loss outside. */
function splitOf({ rows, reach, shares, weights }: SideShares): Split {
  const columns = 2 * reach + 1
  // Sums from each column to the strip's inner border, row by row.
  const inner = new Float32Array(rows * (columns + 1))
  for (let row = 0; row < rows; row++) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * (columns + 1) + column
      const share = shares[row * columns + column]!
      inner[at] = inner[at + 1]! + (Number.isNaN(share) ? 0 : (2 * share - 1) * weights[row]!)
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return (first, second) => {
    let sum = 0
    let column = reach + 0.5 + first + (second - first) * shareAlong(0.5, rows)
    const slope = (second - first) * (shareAlong(1, rows) - shareAlong(0, rows))
    for (let row = 0; row < rows; row++, column += slope) {
      const whole = Math.floor(column)
      const at = row * (columns + 1) + whole
      sum += inner[at]! + (inner[at + 1]! - inner[at]!) * (column - whole)
    }
    return sum / total
  }
}

function edgePoints(
  { rows, reach, shares, weights }: SideShares,
  [first, second]: readonly [number, number],
): EdgePoint[] {
  const near = Math.max(2, Math.round((reach / 2) * nearShare))
  const points: EdgePoint[] = []
  for (let row = 0; row < rows; row++) {
    const along = shareAlong(row + 0.5, rows)
    const from = Math.round(reach + first + (second - first) * along) - near
    const start = row * (2 * reach + 1)
    // The rise of the paper share from two columns outside to two inside.
    const rise = (column: number) => {
      const at = start + column
      return (shares[at + 1]! + shares[at + 2]! - shares[at - 1]! - shares[at - 2]!) / 2
    }
    let best = from
    for (let column = from; column <= from + 2 * near; column++) if (rise(column) > rise(best)) best = column
    const peak = rise(best)
    if (!(peak >= riseMin) || weights[row] === 0) continue
    points.push({
      along,
      column: best - reach + vertex(rise(best - 1), peak, rise(best + 1)),
      weight: weights[row]! * peak,
    })
  }
  return points
}

/** Position of the vertex of the parabola through three neighbours, −0.5 to 0.5 from the middle one. */
export function vertex(before: number, peak: number, after: number): number {
  const bend = before - 2 * peak + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}

/** Iteratively reweighted least squares with Cauchy weights, scaled by twice the median distance, at least one column. */
function fitCurve(points: readonly EdgePoint[]): SideCurve {
  let curve: SideCurve = [median(points.map(({ column }) => column)), 0, 0]
  for (let round = 0; round < fitRounds; round++) {
    const offs = points.map((point) => distanceTo(curve, point))
    const scale = Math.max(1, 2 * median(offs))
    const weighted = points.map((point, i) => ({
      ...point,
      weight: point.weight / (1 + (offs[i]! / scale) ** 2),
    }))
    curve = leastSquares(weighted, round < lineRounds ? 2 : 3)
  }
  return curve
}

/** Weighted polynomial fit of two or three terms, by the normal equations and Gaussian elimination. */
function leastSquares(points: readonly EdgePoint[], terms: 2 | 3): SideCurve {
  const rows = Array.from({ length: terms }, () => Array.from({ length: terms + 1 }, () => 0))
  for (const { along, column, weight } of points) {
    const powers = [1, along, along * along] as const
    for (let i = 0; i < terms; i++) {
      const row = rows[i]!
      for (let j = 0; j < terms; j++) row[j]! += weight * (powers[i]! * powers[j]!)
      row[terms]! += weight * (powers[i]! * column)
    }
  }
  for (let pivot = 0; pivot < terms; pivot++) {
    for (let row = 0; row < terms; row++) {
      if (row === pivot) continue
      const factor = rows[row]![pivot]! / rows[pivot]![pivot]!
      rows[row] = rows[row]!.map((value, i) => value - factor * rows[pivot]![i]!)
    }
  }
  const [constant, linear, quadratic] = rows.map((row, i) => row[terms]! / row[i]!)
  return [constant!, linear!, quadratic ?? 0]
}

function distanceTo(curve: SideCurve, { along, column }: Pick<EdgePoint, 'along' | 'column'>): number {
  return Math.abs(column - columnAt(curve, along))
}
