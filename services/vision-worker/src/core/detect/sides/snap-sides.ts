import { lineCrossing, lineShifted } from '@equerre/geometry/line'
import { pointDistance, type Point } from '@equerre/geometry/point'
import { quadArea, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import type { RgbImage } from '../../pixels.ts'
import { columnAt, findEdge, type SideCurve, type SideEdge } from './curve.ts'
import { sharesOf, squaredDistance, type SideShares } from './shares.ts'
import { sampleStrip, shareAlong } from './strip.ts'

/** What became of a side: moved onto the paper's edge, or why it stays as it was. */
type SideVerdict = 'moved' | 'unseen' | 'faint' | 'unlike' | 'far' | 'bent' | 'patchy' | 'ragged' | 'impure'

type Snapped<P extends Point> = {
  readonly quad: Quad<P>
  /** In order top, right, bottom, left. */
  readonly verdicts: readonly SideVerdict[]
}

const rows = 96
/** A side moves this far at most, as a share of the diagonal: of the picture's, or of a small page's own. */
const shiftMax = 0.015
const shiftMinPx = 4
/** Steps of an 8-bit channel between paper and surroundings, below which a side is left. */
const contrastMin = 3
/** Distance of the seen edge from the curve, as a share of the diagonal, in every tenth of the side. */
const residualMax = 0.001
/** Noise alone moves the edge of a row this far. */
const residualMinPx = 2
/** Share of a side's rows in which its edge is seen: a spiral, a fringe or a hand leave less. */
const seenMin = 0.85
/** The middle of a bent side stands this far off the line between its corners, as a share of the diagonal. */
const sagittaMax = 0.005
/** Share of paper in the strips of this width, of the diagonal, on either side of the new line … */
const stripShare = 0.004
const paperInsideMin = 0.6
const paperOutsideMax = 0.4
/** … right inside its first and its last rows: where a sheet below sticks out, its side has no paper at one end … */
const endRows = 5
const paperAtEndMin = 0.5
/** … and in any line further out: beyond a page's edge no paper comes again. */
const paperBeyondMax = 0.5

/**
 * Moves the sides of a quad onto the edges of the paper, each by itself and only where all of this holds: paper and
 * surroundings differ, as they do on the other sides; the line that parts them best is near; the edge is seen up to the
 * corners and lies on one smooth curve; the strip inside it is paper and nothing outside it is. A side that fails one of these stays, so that text, frames, shadows and folds draw no side away.
 * @param quad the image's pixels, clockwise convex
 * @returns a clockwise convex quad; its corners are the curves' ends, which are those of a bent sheet too
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

/** Whether the inside is more like the paper of all sides than the outside is: the step has the page's own sense. */
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
  // What is not seen up to its corners may end elsewhere than the rest of it says.
  if (Number.isNaN(residuals[0]!) || Number.isNaN(residuals[9]!)) return 'ragged'
  return isPure(side, curve, Math.max(3, Math.round(stripShare * diagonal))) ? null : 'impure'
}

/** Whether there is paper right inside the curve, at its ends too, none right outside, and none further out. */
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
/** Distances from the curve, in columns inside it. */
type Columns = { readonly from: number; readonly to: number }

/** Mean share of paper in some rows of a band along the curve; NaN where half of it is not in the strip. */
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
