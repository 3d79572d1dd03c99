import type { GrayImage } from '../../pixels.ts'

/** Steeper text is no skewed scan: somebody wrote it so, or the page lies on its side. */
const degreesMax = 5
/** Hardly anybody sees less than this, and a flat page is to stay as it is. */
const degreesMin = 0.5
/** The search goes a little further, so that a best angle beyond the limit shows. */
const searchDegrees = 6
const coarseStep = 0.5
const fineStep = 0.05
/** Where it becomes lighter by so many levels within two rows, a letter or a rule ends. */
const edgeLevels = 40
/** A few words on an empty half of a page have this many edges. */
const edgesMin = 300
/** A dense page has ten times as many, and says no more with all of them. */
const edgesMax = 12_000
/** The best angle gathers edges on few rows; this many times as much, by the sum of squares, as the usual angle does. */
const clearMin = 1.35
/** Pages are at most so long and so wide, in pixels. */
const rowsMax = 2_048
/** The halves of a page must agree: lines that fan out are a view in perspective, or drawn by hand. */
const halvesDegrees = 0.4

/**
 * The angle, clockwise in degrees, by which a page's lines of text slope; null when they are level, or when it is not
 * clear. After W. Postl, Detection of linear oblique structures and skew scan in digitized documents (1986): along lines of
 * text, the lower edges of letters gather on few rows.
 */
export function textSkew(page: GrayImage): number | null {
  const edges = lowerEdges(page)
  const whole = clearSlope(edges)
  if (whole === null || Math.abs(whole) < degreesMin || Math.abs(whole) > degreesMax) return null
  const slopes = halvesOf(edges, page)
    .filter(({ x }) => x.length >= edgesMin)
    .map(clearSlope)
  const agree = slopes.every((slope) => slope !== null && Math.abs(slope - whole) <= halvesDegrees)
  // A half without text says nothing; two must be left to compare.
  return agree && slopes.length >= 2 ? whole : null
}

/** Positions of pixels, one array per coordinate. */
type Edges = { readonly x: Int32Array; readonly y: Int32Array }

function lowerEdges({ width, height, data }: GrayImage): Edges {
  const x: number[] = []
  const y: number[] = []
  for (let row = 1; row < height - 1; row++) {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      if (data[at + width]! - data[at - width]! <= edgeLevels) continue
      x.push(column)
      y.push(row)
    }
  }
  const step = Math.ceil(x.length / edgesMax)
  const thinned = (all: number[]) => Int32Array.from(all.filter((_, at) => at % step === 0))
  return { x: thinned(x), y: thinned(y) }
}

/** Left, right, upper and lower half. */
function halvesOf({ x, y }: Edges, { width, height }: GrayImage): Edges[] {
  const where = (holds: (at: number) => boolean): Edges => ({
    x: x.filter((_, at) => holds(at)),
    y: y.filter((_, at) => holds(at)),
  })
  const left = (at: number) => x[at]! < width / 2
  const upper = (at: number) => y[at]! < height / 2
  return [where(left), where((at) => !left(at)), where(upper), where((at) => !upper(at))]
}

/** The slope along which the edges gather clearly, in degrees. */
function clearSlope(edges: Edges): number | null {
  if (edges.x.length < edgesMin) return null
  const coarse = sweep(edges, { from: -searchDegrees, to: searchDegrees, step: coarseStep })
  const { degrees } = best(coarse)
  const fine = best(sweep(edges, { from: degrees - coarseStep, to: degrees + coarseStep, step: fineStep }))
  const usual = coarse.map(({ gathered }) => gathered).toSorted((a, b) => a - b)[coarse.length >> 1]!
  return fine.gathered >= clearMin * usual ? fine.degrees : null
}

type Slope = { readonly degrees: number; readonly gathered: number }
type Range = { readonly from: number; readonly to: number; readonly step: number }

function sweep(edges: Edges, { from, to, step }: Range): Slope[] {
  const count = Math.round((to - from) / step) + 1
  return Array.from({ length: count }, (_, index) => {
    const degrees = from + index * step
    return { degrees, gathered: gatheredAlong(edges, degrees) }
  })
}

function best(slopes: readonly Slope[]): Slope {
  return slopes.reduce((most, slope) => (slope.gathered > most.gathered ? slope : most))
}

/** Sum of the squared numbers of edges per row, if rows sloped by so much. */
function gatheredAlong({ x, y }: Edges, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const counts = new Uint32Array(3 * rowsMax)
  let sum = 0
  // A square grows by its root twice and one. Half a row is added because `| 0` floors; it costs a fifth of Math.round.
  for (let at = 0; at < x.length; at++)
    sum += 2 * counts[(y[at]! - x[at]! * slope + rowsMax + 0.5) | 0]!++ + 1
  return sum
}
