import { placesPerSide } from './edges.ts'
import { edgeOff, lineOff, type Edge, type Evidence, type Line } from './fit.ts'
import { LeastSquares } from './least-squares.ts'
import { networkWord } from './network-word.ts'
import { spreadOf } from './spread.ts'
import { fieldsAt, flatSheet, seenAt, type Sheet } from './sheet.ts'
import { footprintAt } from './spline.ts'

/** What may come of looking at a page's shape. */
export type Verdict = 'flat' | 'bent' | 'unsure'

/** Lengths here are shares of the page's diagonal: .003 of A4's is a millimetre. */
const shiftMin = 3.5e-3
/** What corners and lenses alone make of a flat page's sides and lines. */
export const sideMin = 5e-3
const lineMin = 8e-4
/** Of what was off before, so much may be left. */
const leftMax = 0.4
/** Fewer steps of lines say nothing about a page; a third of so many say something about the sides along them. */
const stepsMin = 60
const stepsBetweenMin = 20

/** Paper that bends at one side bends at the opposite one too, mostly at least by this share of it. */
const counterpartMin = 0.1
/** Two sides that show an edge along so much of them show the paper's: joints of tables, shadows and hands come and go. */
const wholeMin = 0.95
/** Half the print on a flat page is straighter than this. */
const printMin = 1e-4
/**
 * Print of which half is off by so much more, and of which at most so much is left, speaks for the sides along it: plumb
 * print above all, which the fit has not asked.
 */
const printSpeaksMin = 6e-4
const printLeftMax = 0.85
/** Of a bulge without a counterpart, seen along the bend, for which only print speaks, at most so much may be left. */
const aloneLeftMax = 0.05
/**
 * Lines of print are level to a hair; by more than so much, or a hundredth of what a side was straightened, and this many times,
 * they must not be less so afterwards.
 */
const lineSlack = 1e-4
const lineSlackPerGain = 0.01
const lineWorseMin = 1.3

/**
 * Whether a sheet is bent, and whether the shape that was fitted to it explains what is seen of it so well that the page
 * will be straighter than before. A bulge without a counterpart at the opposite side, or that is seen only here and there, is a
 * table's joint, a shadow or a hand, unless the print beside it or the network says the same. Where something is explained and something else
 * contradicts, nobody knows. What other corners explain does not speak for a bend.
 * @param atBest the evidence `withBestCorners`, where others were tried
 */
export function judgeSheet(sheet: Sheet, evidence: Evidence, atBest = evidence): Verdict {
  if (shiftOf(sheet) < shiftMin) return 'flat'
  const flat = flatSheet(sheet)
  const seenOf = (of: (some: Evidence) => Witnesses, fewest: number, share?: number): Seen | null => {
    const witnesses = of(evidence)
    if (witnesses.length < fewest) return null
    return {
      count: witnesses.length,
      before: spread(flat, witnesses, share),
      atBest: spread(flat, of(atBest), share),
      after: spread(sheet, witnesses, share),
    }
  }
  const linesOf = ({ lines }: Evidence) => lines
  const plumbOf = ({ plumb }: Evidence) => plumb
  const sides = [0, 1, 2, 3].map((side) => seenOf((some) => sidesOf(some)[side]!, 1))
  const lines = seenOf(linesOf, stepsMin)
  const plumb = seenOf(plumbOf, stepsMin, half)
  const [top, right, bottom, left] = sides as [Seen | null, Seen | null, Seen | null, Seen | null]
  const pairs = [
    { pair: [top, bottom], between: seenOf(linesOf, stepsBetweenMin, half) },
    { pair: [left, right], between: seenOf(plumbOf, stepsBetweenMin, half) },
  ] as const
  const word = networkWord(sheet, evidence.network)
  const explained =
    isExplained(lines, lineMin) || pairs.some(isBentPair) || (word === 'bent' && pairs.some(isBentIfTold))
  if (!explained) return 'flat'
  return word === 'otherwise' || isContradicted({ sides, lines, plumb }) ? 'unsure' : 'bent'
}

type Witnesses = readonly (Edge | Line)[]

type AllSeen = {
  readonly sides: readonly (Seen | null)[]
  readonly lines: Seen | null
  readonly plumb: Seen | null
}

/** Whether something else was straighter before. */
function isContradicted({ sides, lines, plumb }: AllSeen): boolean {
  const slack = Math.max(lineSlack, lineSlackPerGain * Math.max(...sides.map(gainOf)))
  const worse = lines !== null && lines.after > lineWorseMin * lines.before + slack
  const skewed = isWorse(plumb, lineMin) && gainOf(lines) <= -gainOf(plumb)
  return worse || skewed || sides.some((side) => isWorse(side, sideMin))
}

/** How far off most of one kind of witness are, on a flat sheet, on one with other corners, and on the fitted one. */
type Seen = {
  readonly count: number
  readonly before: number
  readonly atBest: number
  readonly after: number
}

function isExplained(seen: Seen | null, least: number, leftAtMost = leftMax): seen is Seen {
  return seen !== null && seen.atBest >= least && seen.after <= leftAtMost * seen.before
}

function isWorse(seen: Seen | null, least: number): boolean {
  return seen !== null && seen.after > least && seen.after > seen.before
}

/** How much straighter a kind of witness came out. */
function gainOf(seen: Seen | null): number {
  return seen === null ? 0 : seen.before - seen.after
}

/** Two opposite sides, and half of what is printed along them between. */
type Pair = { readonly pair: readonly [Seen | null, Seen | null]; readonly between: Seen | null }

/** Whether either side is bent, and what is printed between them is not straight, if there is any. */
function isBentPair({ pair: [one, other], between }: Pair): boolean {
  if (isStraight(between)) return false
  return isBentSide(one, other, between) || isBentSide(other, one, between)
}

/** Whether either side is bent, if the network says that the sheet is. */
function isBentIfTold({ pair, between }: Pair): boolean {
  return !isStraight(between) && pair.some((side) => isExplained(side, sideMin) && isWhole(side))
}

/** Of print, or nothing if there is none. */
function isStraight(print: Seen | null): boolean {
  return print !== null && print.before < printMin
}

function isBentSide(side: Seen | null, opposite: Seen | null, between: Seen | null): boolean {
  if (!isExplained(side, sideMin)) return false
  const printSpeaks = isExplained(between, printSpeaksMin, printLeftMax)
  if (isCounterpart(side, opposite)) return printSpeaks || (isWhole(side) && isWhole(opposite))
  return printSpeaks && isWhole(side) && side.after <= aloneLeftMax * side.before
}

function isWhole({ count }: Seen): boolean {
  return count >= wholeMin * placesPerSide
}

function isCounterpart(side: Seen, opposite: Seen | null): opposite is Seen {
  if (opposite === null) return false
  const [less, more] = [side.before, opposite.before].toSorted((a, b) => a - b)
  return less! >= counterpartMin * more!
}

/** Whether anything is further off than on flat pages, so that it is worth finding out the sheet's shape. */
export function seemsBent(flat: Sheet, evidence: Evidence): boolean {
  if (sidesOf(evidence).some((side) => side.length > 0 && spread(flat, side) >= sideMin)) return true
  return evidence.lines.length >= stepsMin && spread(flat, evidence.lines) >= lineMin
}

/** Whether some side shows no edge of the paper along most of it. */
export function missesSide(evidence: Evidence): boolean {
  return sidesOf(evidence).some((side) => side.length === 0)
}

/** A side that bends by less than this would have been seen near its corners; what is found there later is something else. */
const farBendMin = 0.04

/** A page's evidence with the sides that it misses, where a wider look found them to bend far. */
export function withFarSides(flat: Sheet, near: Evidence, far: Evidence): Evidence {
  const farSides = sidesOf(far)
  const found = sidesOf(near).flatMap((side, i) => {
    if (side.length > 0) return []
    const bendsFar = farSides[i]!.some((edge) => Math.abs(edgeOff(flat, edge)) >= farBendMin)
    return bendsFar ? farSides[i]! : []
  })
  return { ...near, edges: [...near.edges, ...found] }
}

/** Top, right, bottom and left. */
export function sidesOf({ edges }: Evidence): Edge[][] {
  return ([0, 1, 2, 3] as const).map((side) => edges.filter((edge) => edge.side === side))
}

/** Of what is few and often mistaken, half decides. */
const half = 0.5

/** How far off that share of the witnesses is, at most. */
function spread(sheet: Sheet, witnesses: Witnesses, share?: number): number {
  const offs = witnesses.map((witness) =>
    'side' in witness ? edgeOff(sheet, witness) : lineOff(sheet, witness),
  )
  return spreadOf(offs, share)
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
