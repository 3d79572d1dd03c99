import { median } from '../../pixels.ts'
import type { SideStrip } from './strip.ts'

type Colour = readonly [number, number, number]

/** How much paper each place of a strip shows: 1 is the paper's colour, 0 the colour beside it. */
export type SideShares = Pick<SideStrip, 'rows' | 'reach'> & {
  /** Row by row, clamped to 0 … 1; NaN outside the picture. */
  readonly shares: Float32Array
  /** How informative a row is: 0 when part of it is outside the picture, near 1 where paper and surroundings differ strongly. */
  readonly weights: Float32Array
  readonly paper: Colour
  readonly beside: Colour
  /** Distance of the two colours, in steps of an 8-bit channel. */
  readonly contrast: number
}

/** Light changes along a side, so the colours of paper and surroundings are learned separately in this many parts of it. */
const parts = 8
/** Difference of 8-bit channels at which a row's weight is a half. */
const noise = 6

/**
 * Learns the colours of paper and surroundings from the innermost and outermost quarter of the strip, where most of the
 * edge is not, and expresses the half between as a mixture of the two.
 * @returns null when half of the side or more lies at the border of the picture
 */
export function sharesOf(strip: SideStrip): SideShares | null {
  const { rows, reach } = strip
  const columns = 2 * reach + 1
  const shares = new Float32Array(rows * columns).fill(NaN)
  const weights = new Float32Array(rows)
  const seen: { paper: Colour; beside: Colour; contrast: number }[] = []
  const height = rows / parts
  for (let first = 0; first < rows; first += height) {
    const band = { first, end: first + height }
    const paper = medianColour(strip, band, { from: Math.ceil(1.5 * reach), to: columns })
    const beside = medianColour(strip, band, { from: 0, to: Math.floor(reach / 2) + 1 })
    if (!paper || !beside) continue
    const contrast = Math.sqrt(squaredDistance(paper, beside) / 3)
    seen.push({ paper, beside, contrast })
    weights.fill(contrast ** 2 / (contrast ** 2 + noise ** 2), first, first + height)
    readBand(strip, band, { paper, beside, shares })
  }
  if (seen.length <= parts / 2) return null
  const middle = (pick: (part: (typeof seen)[number]) => number) => median(seen.map(pick))
  const colour = (of: 'paper' | 'beside'): Colour => [
    middle((s) => s[of][0]),
    middle((s) => s[of][1]),
    middle((s) => s[of][2]),
  ]
  return {
    rows,
    reach,
    shares,
    weights,
    paper: colour('paper'),
    beside: colour('beside'),
    contrast: middle(({ contrast }) => contrast),
  }
}

/** Sum of squared channel differences. */
export function squaredDistance(a: Colour, b: Colour): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
}

type Band = { readonly first: number; readonly end: number }

function readBand(
  { reach, colours }: SideStrip,
  { first, end }: Band,
  { paper, beside, shares }: { paper: Colour; beside: Colour; shares: Float32Array },
): void {
  const columns = 2 * reach + 1
  const step = [paper[0] - beside[0], paper[1] - beside[1], paper[2] - beside[2]] as const
  const size = step[0] ** 2 + step[1] ** 2 + step[2] ** 2 + 1e-6
  for (let at = first * columns; at < end * columns; at++) {
    const [red, green, blue] = [colours[3 * at]!, colours[3 * at + 1]!, colours[3 * at + 2]!]
    const along = (red - beside[0]) * step[0] + (green - beside[1]) * step[1] + (blue - beside[2]) * step[2]
    shares[at] = Math.min(1, Math.max(0, along / size))
  }
}

/** Median of each channel over some columns of a band; null when half of them or more are outside the picture. */
function medianColour(
  { reach, colours }: SideStrip,
  { first, end }: Band,
  { from, to }: { readonly from: number; readonly to: number },
): Colour | null {
  const places = (end - first) * (to - from)
  const [red, green, blue] = [new Float64Array(places), new Float64Array(places), new Float64Array(places)]
  let seen = 0
  for (let row = first; row < end; row++) {
    for (let column = from; column < to; column++) {
      const at = 3 * (row * (2 * reach + 1) + column)
      if (Number.isNaN(colours[at]!)) continue
      red[seen] = colours[at]!
      green[seen] = colours[at + 1]!
      blue[seen++] = colours[at + 2]!
    }
  }
  if (seen <= places / 2) return null
  return [median(red.subarray(0, seen)), median(green.subarray(0, seen)), median(blue.subarray(0, seen))]
}
