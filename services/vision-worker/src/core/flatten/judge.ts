import { edgeOff, lineOff, type Edge, type Evidence, type Line } from './fit.ts'
import { LeastSquares } from './least-squares.ts'
import { fieldsAt, flatSheet, seenAt, type Sheet } from './sheet.ts'
import { footprintAt } from './spline.ts'

/** What may come of looking at a page's shape. */
export type Verdict = 'flat' | 'bent' | 'unsure'

/** Lengths here are shares of the page's diagonal: .003 of A4's is a millimetre. */
const shiftMin = 3.5e-3
/** What corners and lenses alone make of a flat page's sides and lines. */
const sideMin = 5e-3
const lineMin = 8e-4
/** Of what was off before, so much may be left. */
const leftMax = 0.4
/** Fewer steps of lines say nothing about a page. */
const stepsMin = 60

/** Paper that bends at one side bends at the opposite one too, at least by this share of it. */
const counterpartMin = 0.1
/** Print on flat pages is straighter than this. */
const printMin = 3e-4
/** Lines of print are level to a hair; by more than so much, and this many times, they must not be less so afterwards. */
const lineSlack = 1e-4
const lineWorseMin = 1.3

/**
 * Whether a sheet is bent, and whether the shape that was fitted to it explains what is seen of it so well that the page
 * will be straighter than before. A bulge without a counterpart at the opposite side is a table's joint, a shadow or a hand.
 * Where something is explained and something else contradicts, nobody knows.
 */
export function judgeSheet(sheet: Sheet, evidence: Evidence): Verdict {
  if (shiftOf(sheet) < shiftMin) return 'flat'
  const flat = flatSheet(sheet)
  const seenOf = (witnesses: readonly (Edge | Line)[], fewest: number): Seen | null =>
    witnesses.length < fewest ? null : { before: spread(flat, witnesses), after: spread(sheet, witnesses) }
  const sides = sidesOf(evidence).map((side) => seenOf(side, 1))
  const lines = seenOf(evidence.lines, stepsMin)
  const plumb = seenOf(evidence.plumb, stepsMin)
  const [top, right, bottom, left] = sides as [Seen | null, Seen | null, Seen | null, Seen | null]
  const pairs = [
    { pair: [top, bottom], between: lines },
    { pair: [left, right], between: plumb },
  ] as const
  const explained = isExplained(lines, lineMin) || pairs.some(isBentPair)
  if (!explained) return 'flat'
  const worse = lines !== null && lines.after > lineWorseMin * lines.before + lineSlack
  const doubted = worse || isWorse(plumb, lineMin) || sides.some((side) => isWorse(side, sideMin))
  return doubted ? 'unsure' : 'bent'
}

/** How far off most of one kind of witness are, on a flat sheet and on the fitted one. */
type Seen = { readonly before: number; readonly after: number }

function isExplained(seen: Seen | null, least: number): boolean {
  return seen !== null && seen.before >= least && seen.after <= leftMax * seen.before
}

function isWorse(seen: Seen | null, least: number): boolean {
  return seen !== null && seen.after > least && seen.after > seen.before
}

/** Two opposite sides, and what is printed along them between. */
type Pair = { readonly pair: readonly [Seen | null, Seen | null]; readonly between: Seen | null }

/** Whether both sides bulge, at least one is explained, and what is printed between them is not straight, if there is any. */
function isBentPair({ pair: [one, other], between }: Pair): boolean {
  if (one === null || other === null || (between !== null && between.before < printMin)) return false
  const [less, more] = [one.before, other.before].toSorted((a, b) => a - b)
  return less! >= counterpartMin * more! && (isExplained(one, sideMin) || isExplained(other, sideMin))
}

/** Whether anything is further off than on flat pages, so that it is worth finding out the sheet's shape. */
export function seemsBent(flat: Sheet, evidence: Evidence): boolean {
  if (sidesOf(evidence).some((side) => side.length > 0 && spread(flat, side) >= sideMin)) return true
  return evidence.lines.length >= stepsMin && spread(flat, evidence.lines) >= lineMin
}

function sidesOf({ edges }: Evidence): Edge[][] {
  return ([0, 1, 2, 3] as const).map((side) => edges.filter((edge) => edge.side === side))
}

/** Of all places, this share decides, so that a thumb or a picture does not. */
const most = 0.8

/** How far off most witnesses are. */
function spread(sheet: Sheet, witnesses: readonly (Edge | Line)[]): number {
  const offs = witnesses.map((witness) =>
    Math.abs('side' in witness ? edgeOff(sheet, witness) : lineOff(sheet, witness)),
  )
  const sorted = Float64Array.from(offs).sort()
  return sorted[Math.floor(most * (sorted.length - 1))]!
}

/** How far the sheet departs from the plane that fits it best, as a share of its diagonal. */
export function bendOf(sheet: Sheet): number {
  const plane = new LeastSquares(3)
  const heights = nodes.flatMap((v) =>
    nodes.map((u) => ({ u, v, height: fieldsAt(sheet, footprintAt(sheet.grid, [u, v]))[2] })),
  )
  for (const { u, v, height } of heights)
    plane.add([0, 1, 2], Float64Array.of(1, u, v), { target: height, weight: 1 })
  const [at, byU, byV] = plane.solve()
  return Math.max(...heights.map(({ u, v, height }) => Math.abs(height - at! - byU! * u - byV! * v)))
}

const nodes = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]

/** Root mean square of how far places of the page lie from where they would on a flat one. */
function shiftOf(sheet: Sheet): number {
  const squares = nodes.flatMap((v) =>
    nodes.map((u) => {
      const [x, y] = seenAt(sheet, [u, v])
      return (x - u * sheet.width) ** 2 + (y - v * sheet.height) ** 2
    }),
  )
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)
}
