import type { Point } from '@equerre/geometry/point'
import type { Line } from '@equerre/geometry/line'
import type { Size } from '@equerre/geometry/spaces'
import { pickDistinct } from '../pick-distinct.ts'
import type { EdgePoints } from './edge-points.ts'

/** A straight line x·cos + y·sin = offset through edge points, in the pixels of their picture. */
export type EdgeLine = {
  /** Direction of the normal, 0 to π. */
  readonly angle: number
  readonly cos: number
  readonly sin: number
  readonly offset: number
  /** The same line through two of its points. */
  readonly line: Line
  /** Running count of covered positions along the line, so that the coverage of any stretch is one subtraction. */
  readonly covered: Int32Array
  readonly total: number
}

const angleBins = 180
const binPx = 1.5
/** An edge point votes for lines within this many degrees of its own direction. */
const voteDegrees = 3
/**
 * Each sector of angles has its own quota of lines: a page of text has thirty strong lines in one direction, which would
 * leave no room for its own sides.
 */
const sectors = 12
const linesPerSector = 7
/** Two peaks closer than this are one line. */
const sameDegrees = 4
const samePx = 5
/** A line is considered when edges cover this share of the short side. */
const lengthShareMin = 0.1
const reachPx = 2
const reachRadians = 0.14
/** Pixels per position in `covered`. */
const placePx = 2

/** The straight lines with the most edge points, at most `linesPerSector` per direction, fitted to their points. */
export function findLines(points: EdgePoints, size: Size): EdgeLine[] {
  const votes = castVotes(points, size)
  const peaks = pickPeaks(votes, Math.min(size.width, size.height) * lengthShareMin)
  const lines = peaks.map((peak) => fitted(points, fitted(points, peak)))
  return lines
    .filter((line, i) => !lines.slice(0, i).some((other) => isSame(line, other)))
    .map((line) => withCover(points, line, size))
}

/** Share of the stretch between two places along a line, in pixels, that is covered by edge points; 0 outside the picture. */
export function coverBetween({ covered }: EdgeLine, from: number, to: number): number {
  const start = Math.round(Math.min(from, to) / placePx) + origin(covered)
  const end = Math.round(Math.max(from, to) / placePx) + origin(covered)
  if (end <= start) return 0
  return (countAt(covered, end) - countAt(covered, start)) / (end - start)
}

type Votes = { readonly counts: Float32Array; readonly offsets: number; readonly diagonal: number }
type Bin = { readonly bin: number; readonly slot: number; readonly votes: number }
type Peak = { readonly angle: number; readonly offset: number }

function castVotes(points: EdgePoints, { width, height }: Size): Votes {
  const diagonal = Math.hypot(width, height)
  const offsets = Math.ceil((2 * diagonal) / binPx) + 2
  const counts = new Float32Array(angleBins * offsets)
  const cos = Float32Array.from({ length: angleBins }, (_, i) => Math.cos((i * Math.PI) / angleBins))
  const sin = Float32Array.from({ length: angleBins }, (_, i) => Math.sin((i * Math.PI) / angleBins))
  for (let i = 0; i < points.count; i++) {
    const own = Math.round((points.angle[i]! * angleBins) / Math.PI) + 2 * angleBins
    for (let turn = own - voteDegrees; turn <= own + voteDegrees; turn++) {
      const bin = turn % angleBins
      const offset = points.x[i]! * cos[bin]! + points.y[i]! * sin[bin]!
      counts[bin * offsets + Math.floor((offset + diagonal) / binPx)]! += points.weight[i]!
    }
  }
  return { counts, offsets, diagonal }
}

function pickPeaks({ counts, offsets, diagonal }: Votes, votesMin: number): Peak[] {
  const perSector: Bin[][] = Array.from({ length: sectors }, () => [])
  for (let bin = 0; bin < angleBins; bin++) {
    const sector = perSector[Math.floor((bin * sectors) / angleBins)]!
    for (let slot = 1; slot < offsets - 1; slot++) {
      const at = bin * offsets + slot
      const votes = counts[at]!
      if (votes * 2 < votesMin || votes < counts[at - 1]! || votes < counts[at + 1]!) continue
      const both = votes + Math.max(counts[at - 1]!, counts[at + 1]!)
      if (both >= votesMin) sector.push({ bin, slot, votes: both })
    }
  }
  return perSector
    .map((found) => found.toSorted((a, b) => b.votes - a.votes))
    .flatMap((ranked) => pickDistinct(ranked, linesPerSector, areOnePeak))
    .map(({ bin, slot }) => ({
      angle: (bin * Math.PI) / angleBins,
      offset: (slot + 0.5) * binPx - diagonal,
    }))
}

function areOnePeak(a: Bin, b: Bin): boolean {
  return Math.abs(a.bin - b.bin) <= sameDegrees && Math.abs(a.slot - b.slot) * binPx <= samePx
}

/** Fits a line to the points near a given one, by weighted total least squares. */
function fitted(points: EdgePoints, line: Peak): Peak {
  const sum = { w: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 }
  forEachNear(points, line, (i) => {
    const w = points.weight[i]!
    const x = points.x[i]!
    const y = points.y[i]!
    sum.w += w
    sum.x += w * x
    sum.y += w * y
    sum.xx += w * x * x
    sum.xy += w * x * y
    sum.yy += w * y * y
  })
  if (sum.w < 4) return line
  const x = sum.x / sum.w
  const y = sum.y / sum.w
  const spread = { xx: sum.xx / sum.w - x * x, xy: sum.xy / sum.w - x * y, yy: sum.yy / sum.w - y * y }
  const along = 0.5 * Math.atan2(2 * spread.xy, spread.xx - spread.yy)
  const angle = (along + Math.PI / 2 + Math.PI) % Math.PI
  return { angle, offset: x * Math.cos(angle) + y * Math.sin(angle) }
}

/** Neighbouring sectors find a line on their boundary twice; between 0 and π the offset changes sign. */
function isSame(a: Peak, b: Peak): boolean {
  const turn = Math.abs(a.angle - b.angle)
  const opposed = turn > Math.PI / 2
  const degrees = ((opposed ? Math.PI - turn : turn) * 180) / Math.PI
  return degrees < sameDegrees / 4 && Math.abs(a.offset - (opposed ? -b.offset : b.offset)) < binPx
}

function forEachNear(
  { count, x, y, angle }: EdgePoints,
  line: Peak,
  visit: (index: number, along: number) => void,
): void {
  const cos = Math.cos(line.angle)
  const sin = Math.sin(line.angle)
  for (let i = 0; i < count; i++) {
    if (Math.abs(x[i]! * cos + y[i]! * sin - line.offset) > reachPx) continue
    const turned = Math.abs(((angle[i]! - line.angle + 2.5 * Math.PI) % Math.PI) - Math.PI / 2)
    if (turned < reachRadians) visit(i, y[i]! * cos - x[i]! * sin)
  }
}

function withCover(points: EdgePoints, line: Peak, { width, height }: Size): EdgeLine {
  const half = Math.ceil(Math.hypot(width, height) / placePx) + 1
  const on = new Uint8Array(2 * half + 1)
  let total = 0
  forEachNear(points, line, (_, along) => {
    const place = Math.round(along / placePx) + half
    on[place] = on[place - 1] = on[place + 1] = 1
  })
  const covered = new Int32Array(on.length)
  for (let place = 0; place < on.length; place++) covered[place] = total += on[place]!
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)]
  const [x, y] = [line.offset * cos, line.offset * sin]
  const further: Point = [x - sin, y + cos]
  return { ...line, cos, sin, line: [[x, y], further], covered, total: total * placePx }
}

function origin(covered: Int32Array): number {
  return (covered.length - 1) / 2
}

function countAt(covered: Int32Array, place: number): number {
  return covered[Math.min(covered.length - 1, Math.max(0, place))]!
}
