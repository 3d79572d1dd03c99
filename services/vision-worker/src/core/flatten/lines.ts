import { vertex } from '../detect/sides/curve.ts'
import type { GrayImage } from '../pixels.ts'

/** Two places of a picture, in its pixels, at which the same lines of print cross two neighbouring strips. */
export type LineStep = {
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
  /** Standard deviation of the second place's row. */
  readonly sdPx: number
}

/** A part of a picture, in its pixels. */
export type Box = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Strips are so narrow that lines rise by less than their own height within one, and wide enough for several letters. */
const strips = 18
/** Rows at a picture's border may show the table beside a bent page. */
const insetShare = 0.02
/** Light changes over more rows than letters do. */
const lightRows = 10
/** Rows compared on either side of a place, and rows between two places. */
const windowRows = 20
const stepRows = 14
const lagMax = 6
/** Below these, in 8-bit levels and as a correlation, two strips do not show the same lines. */
const contrastMin = 2.5
const likeMin = 0.6
/** How much better than anything beyond the peak itself: rows of a dense text resemble each other. */
const clearMin = 0.12
const peakRows = 3
/** A correlation of 1 is exact to this many pixels, what is missing to it adds so much; neighbours, which overlap, repeat each other. */
const sdMinPx = 0.5
const sdByDoubtPx = 4

/**
 * Follows lines of text, rules of tables, staves and whatever else runs across the page: how far their rows move from each
 * strip to the next one. Nothing is cut into lines or letters, so that any script and any print will do.
 * @param page upright; transposed it gives what runs down the page
 */
export function lineSteps(page: GrayImage, box: Box): LineStep[] {
  const width = box.width / strips
  const top = Math.round(box.top + insetShare * box.height)
  const rows = Math.round(box.height * (1 - 2 * insetShare))
  const profiles = Array.from({ length: 2 * strips - 1 }, (_, i) => {
    const left = Math.round(box.left + (i * width) / 2)
    return withoutLight(profileOf(page, { left, top, width: Math.round(width), height: rows }))
  })
  const steps: LineStep[] = []
  for (let i = 0; i + 2 < profiles.length; i++) {
    const x = [0, 2].map((ahead) => box.left + ((i + ahead + 1) * width) / 2) as [number, number]
    for (let row = windowRows + lagMax; row + windowRows + lagMax < rows; row += stepRows) {
      const match = matchAt(profiles[i]!, profiles[i + 2]!, row)
      if (match) steps.push({ x, y: [top + row + 0.5, top + row + 0.5 + match.lag], sdPx: match.sdPx })
    }
  }
  return steps
}

/** Mean of each row of a box. */
function profileOf({ width, data }: GrayImage, box: Box): Float64Array {
  const profile = new Float64Array(box.height)
  for (let row = 0; row < box.height; row++) {
    const from = (box.top + row) * width + box.left
    let sum = 0
    for (let at = from; at < from + box.width; at++) sum += data[at]!
    profile[row] = sum / box.width
  }
  return profile
}

function withoutLight(profile: Float64Array): Float64Array {
  const sums = new Float64Array(profile.length + 1)
  for (let row = 0; row < profile.length; row++) sums[row + 1] = sums[row]! + profile[row]!
  return profile.map((value, row) => {
    const [from, end] = [Math.max(0, row - lightRows), Math.min(profile.length, row + lightRows + 1)]
    return value - (sums[end]! - sums[from]!) / (end - from)
  })
}

/** By how many rows the second profile lies lower about a row of the first; null where that is not clear. */
function matchAt(
  first: Float64Array,
  second: Float64Array,
  row: number,
): { readonly lag: number; readonly sdPx: number } | null {
  if (deviation(first, row) < contrastMin) return null
  const like = new Float64Array(2 * lagMax + 1)
  for (let lag = -lagMax; lag <= lagMax; lag++) like[lag + lagMax] = likeness(first, second, { row, lag })
  let best = 0
  for (let at = 1; at < like.length; at++) if (like[at]! > like[best]!) best = at
  if (best === 0 || best === like.length - 1 || like[best]! < likeMin) return null
  const rival = like.reduce(
    (most, value, at) => (Math.abs(at - best) > peakRows ? Math.max(most, value) : most),
    -1,
  )
  if (like[best]! - rival < clearMin) return null
  const peak = like[best]!
  const lag = best - lagMax + vertex(like[best - 1]!, peak, like[best + 1]!)
  return { lag, sdPx: sdMinPx + sdByDoubtPx * (1 - peak) }
}

function deviation(profile: Float64Array, row: number): number {
  let squares = 0
  for (let at = row - windowRows; at <= row + windowRows; at++) squares += profile[at]! ** 2
  return Math.sqrt(squares / (2 * windowRows + 1))
}

/** Correlation of the windows about a row and about the row a lag further down. */
function likeness(
  first: Float64Array,
  second: Float64Array,
  { row, lag }: { readonly row: number; readonly lag: number },
): number {
  let [both, ones, others] = [0, 0, 0]
  for (let at = row - windowRows; at <= row + windowRows; at++) {
    const one = first[at]!
    const other = second[at + lag]!
    both += one * other
    ones += one * one
    others += other * other
  }
  return both / Math.sqrt(ones * others + 1e-9)
}
