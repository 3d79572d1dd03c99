import { lineCrossing, lineShifted } from '@equerre/geometry/line'
import { pointDistance, type Point } from '@equerre/geometry/point'
import { quadArea, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import type { RgbImage } from '../../pixels.ts'
import { columnAt, findEdge, type SideCurve, type SideEdge } from './curve.ts'
import { sharesOf, squaredDistance, type SideShares } from './shares.ts'
import { sampleStrip, shareAlong } from './strip.ts'

/** What became of a side: moved onto the paper's edge, or why it was left alone. */
type SideVerdict = 'moved' | 'unseen' | 'faint' | 'unlike' | 'far' | 'bent' | 'patchy' | 'ragged' | 'impure'

type Snapped<P extends Point> = {
  readonly quad: Quad<P>
  /** In order top, right, bottom, left. */
  readonly verdicts: readonly SideVerdict[]
}

const rows = 96
/** A side moves at most this far, as a share of the picture's diagonal, or a small page's own. */
const shiftMax = 0.015
const shiftMinPx = 4
/** Below this difference of paper and surroundings, in 8-bit levels, a side is left alone. */
const contrastMin = 3
/** Largest distance of the edge from the curve in any tenth of the side, as a share of the diagonal. */
const residualMax = 0.001
/** Noise alone moves a row's edge this far. */
const residualMinPx = 2
/** Share of a side's rows that must show its edge: a spiral binding, a fringe or a hand leaves fewer. */
const seenMin = 0.85
/** A side is bent when its middle is this far off the line between its corners, as a share of the diagonal. */
const sagittaMax = 0.005
/** Share of paper required in strips of this width, as a share of the diagonal, on either side of the new line … */
const stripShare = 0.004
const paperInsideMin = 0.6
const paperOutsideMax = 0.4
/** … just inside its first and last rows: where a sheet below sticks out, the side has no paper at one end … */
const endRows = 5
const paperAtEndMin = 0.5
/** … and the most in any line further out: beyond a page's edge there is no more paper. */
const paperBeyondMax = 0.5

/**
 * Moves the sides of a quad onto the paper's edges, each on its own and only if all of this holds: paper and surroundings
 * differ, in the same sense as on the other sides; the line that separates them best is near; its edge is visible up to the
 * corners and follows one smooth curve; the strip inside is paper and nothing outside is. Any other side stays, so that
 * text, frames, shadows and folds attract none.
 * @param quad the image's pixels, clockwise convex
 * @returns a clockwise convex quad whose corners are the ends of the curves, as they are on a bent sheet too
 */
export function snapSides<P extends Point>(image: RgbImage, quad: Quad<P>): Snapped<P> {
  const diagonal = Math.min(Math.hypot(image.width, image.height), 2 * Math.sqrt(quadArea(quad)))
  const shift = Math.max(shiftMinPx, Math.round(shiftMax * diagonal))
  const sides = quad.map((corner, i) => {
    const strip = sampleStrip(image, [corner, quad[(i + 1) % 4]!], { rows, reach: 2 * shift })
    return sharesOf(strip)
  })
  const results = sides.map((side) => judgeSide(side, sides, diagonal))
  const lines = quad.map((corner, i) => {
    const { curve } = results[i]!
    return lineShifted([corner, quad[(i + 1) % 4]!], columnAt(curve, 0), columnAt(curve, 1))
  })
  const corners = quad.map((corner, i) => {
    const crossed = lineCrossing(lines[(i + 3) % 4]!, lines[i]!)
    return crossed && pointDistance(crossed, corner) < 2 * shift ? crossed : corner
  }) as unknown as Quad<P>
  const verdicts = results.map(({ verdict }) => verdict)
  return quadIsClockwiseConvex(corners) ? { quad: corners, verdicts } : { quad, verdicts }
}

type Judged = { readonly verdict: SideVerdict; readonly curve: SideCurve }

function judgeSide(side: SideShares | null, all: readonly (SideShares | null)[], diagonal: number): Judged {
  const stays = (verdict: SideVerdict): Judged => ({ verdict, curve: [0, 0, 0] })
  if (!side) return stays('unseen')
  if (side.contrast < contrastMin) return stays('faint')
  if (!isPaperInside(side, all)) return stays('unlike')
  const edge = findEdge(side)
  const flaw = edge ? flawOf(side, edge, diagonal) : 'ragged'
  return edge && !flaw ? { verdict: 'moved', curve: edge.curve } : stays(flaw ?? 'ragged')
}

/** Whether the inside resembles the paper of all sides more than the outside does: the step has the page's own direction. */
function isPaperInside({ paper, beside }: SideShares, all: readonly (SideShares | null)[]): boolean {
  const papers = all.filter((side) => side !== null).map((side) => side.paper)
  const mean = [0, 1, 2].map((c) => papers.reduce((sum, colour) => sum + colour[c]!, 0) / papers.length)
  const page = mean as unknown as SideShares['paper']
  return squaredDistance(paper, page) < squaredDistance(beside, page)
}

function flawOf(
  side: SideShares,
  { curve, seen, residuals }: SideEdge,
  diagonal: number,
): SideVerdict | null {
  const [first, second] = [columnAt(curve, 0), columnAt(curve, 1)]
  if (Math.max(Math.abs(first), Math.abs(second)) > side.reach / 2) return 'far'
  if (Math.abs(curve[2]) / 4 > sagittaMax * diagonal) return 'bent'
  if (seen < seenMin) return 'patchy'
  const allowed = Math.max(residualMinPx, residualMax * diagonal)
  if (residuals.some((off) => off > allowed)) return 'ragged'
  // An edge that is not visible up to its corners may end somewhere else.
  if (Number.isNaN(residuals[0]!) || Number.isNaN(residuals[9]!)) return 'ragged'
  return isPure(side, curve, Math.max(3, Math.round(stripShare * diagonal))) ? null : 'impure'
}

/** Whether there is paper just inside the curve, including its ends, and none outside it, near or far. */
function isPure(side: SideShares, curve: SideCurve, strip: number): boolean {
  const inside = { from: 2, to: 2 + strip }
  const whole = [0, side.rows] as const
  const first = [0, endRows] as const
  const last = [side.rows - endRows, side.rows] as const
  const paper = (rows: Rows, columns: Columns) => paperBetween(side, curve, { rows, columns })
  if (paper(whole, inside) < paperInsideMin || paper(whole, { from: -1 - strip, to: -1 }) > paperOutsideMax)
    return false
  if (paper(first, inside) < paperAtEndMin || paper(last, inside) < paperAtEndMin) return false
  for (let column = -2; column > -side.reach; column--) {
    if (paper(whole, { from: column, to: column + 1 }) > paperBeyondMax) return false
  }
  return true
}

type Rows = readonly [first: number, end: number]
/** Distances inward from the curve, in columns. */
type Columns = { readonly from: number; readonly to: number }

/** Mean paper share in some rows of a band along the curve; NaN where half of it is outside the strip. */
function paperBetween(
  { rows: count, reach, shares, weights }: SideShares,
  curve: SideCurve,
  { rows: [first, end], columns: { from, to } }: { readonly rows: Rows; readonly columns: Columns },
): number {
  let [sum, seen, all] = [0, 0, 0]
  for (let row = first; row < end; row++) {
    const edge = reach + columnAt(curve, shareAlong(row + 0.5, count))
    for (let off = from; off < to; off++) {
      const column = Math.round(edge + off)
      const share = column < 0 || column > 2 * reach ? NaN : shares[row * (2 * reach + 1) + column]!
      all += weights[row]!
      if (Number.isNaN(share)) continue
      sum += share * weights[row]!
      seen += weights[row]!
    }
  }
  return seen > all / 2 ? sum / seen : NaN
}
