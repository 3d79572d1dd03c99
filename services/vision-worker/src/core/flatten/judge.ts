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

/**
 * Whether a sheet is bent, and whether the shape that was fitted to it explains what is seen of it so well that the page
 * will be straighter than before. Bent sides count only where the opposite one is seen as well: a table's joint, a shadow or a
 * hand has no counterpart. Where some are explained and others contradict, nobody knows.
 */
export function judgeSheet(sheet: Sheet, evidence: Evidence): Verdict {
  if (shiftOf(sheet) < shiftMin) return 'flat'
  const flat = flatSheet(sheet)
  const sides = sidesOf(evidence).map((side) =>
    side.length === 0 ? 'unseen' : changed(spread(flat, side), spread(sheet, side), sideMin),
  )
  const lines = [evidence.lines, evidence.plumb].map((steps) =>
    steps.length < stepsMin ? 'unseen' : changed(spread(flat, steps), spread(sheet, steps), lineMin),
  )
  const paired = [0, 1].some((first) => {
    const pair = [sides[first], sides[first + 2]]
    return pair.includes('better') && !pair.includes('unseen')
  })
  if (lines[0] !== 'better' && !paired) return 'flat'
  return [...sides, ...lines].includes('worse') ? 'unsure' : 'bent'
}

/** Whether anything is further off than on flat pages, so that it is worth finding out the sheet's shape. */
export function seemsBent(flat: Sheet, evidence: Evidence): boolean {
  if (sidesOf(evidence).some((side) => side.length > 0 && spread(flat, side) >= sideMin)) return true
  return evidence.lines.length >= stepsMin && spread(flat, evidence.lines) >= lineMin
}

function sidesOf({ edges }: Evidence): Edge[][] {
  return ([0, 1, 2, 3] as const).map((side) => edges.filter((edge) => edge.side === side))
}

/** What became of a witness: better, if what was off is explained; worse, if what was not off is now, or even more so. */
type Change = 'unseen' | 'same' | 'better' | 'worse'

function changed(before: number, after: number, least: number): Change {
  if (after > least && after > before) return 'worse'
  return before >= least && after <= leftMax * before ? 'better' : 'same'
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
    nodes.map((u) => [1, u, v, fieldsAt(sheet, footprintAt(sheet.grid, [u, v]))[2]] as const),
  )
  for (const [one, u, v, height] of heights)
    plane.add([0, 1, 2], Float64Array.of(one, u, v), { target: height, weight: 1 })
  const [at, byU, byV] = plane.solve()
  return Math.max(...heights.map(([, u, v, height]) => Math.abs(height - at! - byU! * u - byV! * v)))
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
