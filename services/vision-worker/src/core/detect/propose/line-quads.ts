import { lineCrossing } from '@equerre/geometry/line'
import type { Point } from '@equerre/geometry/point'
import { quadArea, quadFromCorners, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import { pickDistinct } from '../pick-distinct.ts'
import { viewThroughPinhole } from '../pinhole.ts'
import { coverBetween, type EdgeLine } from './lines.ts'

/** A quad between four lines, in the lines' pixels, and how well its sides are covered by edges. */
type LineQuad = { readonly quad: Quad; readonly score: number }

type Pair = { readonly a: EdgeLine; readonly b: EdgeLine; readonly worth: number }

const sectors = 12
const pairsPerSector = 16
const quadsMax = 16
/** Opposite sides of a page differ in direction by less than this, in radians, and are at least this far apart. */
const oppositeMax = 0.9
const apartShareMin = 0.08
/** Neighbouring sides are at least this far from parallel, in radians. */
const neighbourMin = 0.5
const areaShareMin = 0.03
/** Corners may lie this share of the frame outside it: pages are often cut off a little. */
const outsideMax = 0.12
/** With the focal length roughly known, a rectangle shows no more skew than this. */
const skewMax = 0.4
const scoreMin = 0.3
/** Quads are the same when all corners are within this distance, in short sides of the frame. */
const sameCorners = 0.03

/**
 * Every two pairs of opposite lines make a quad. A pair is worth as much as its weaker line, so that one long line cannot
 * carry a bad one, and pairs are chosen by direction for the same reason as lines. Quads that no camera could have seen
 * as a rectangle are dropped.
 * @param frame in the pixels of the lines; `focal` in its long sides
 * @returns best covered first
 */
export function quadsBetweenLines(lines: readonly EdgeLine[], frame: Size, focal: number): Quad[] {
  const pairs = oppositePairs(lines, frame)
  const found: LineQuad[] = []
  for (let i = 0; i < pairs.length; i++) {
    for (let j = i + 1; j < pairs.length; j++) {
      if (turnBetween(pairs[i]!.a, pairs[j]!.a) < neighbourMin) continue
      const quad = quadOf(pairs[i]!, pairs[j]!, frame)
      if (quad && viewThroughPinhole(quad.quad, frame, focal).skew < skewMax) found.push(quad)
    }
  }
  const reach = Math.min(frame.width, frame.height) * sameCorners
  const best = found.toSorted((a, b) => b.score - a.score).map(({ quad }) => quad)
  return pickDistinct(best, quadsMax, (one, other) => isSame(one, other, reach))
}

function oppositePairs(lines: readonly EdgeLine[], { width, height }: Size): Pair[] {
  const perSector: Pair[][] = Array.from({ length: sectors }, () => [])
  const centre: Point = [width / 2, height / 2]
  const nearest = Math.min(width, height) * apartShareMin
  for (let i = 0; i < lines.length; i++) {
    for (let j = i + 1; j < lines.length; j++) {
      const a = lines[i]!
      const b = lines[j]!
      if (turnBetween(a, b) > oppositeMax) continue
      const sense = Math.cos(a.angle - b.angle) < 0 ? -1 : 1
      if (Math.abs(distanceTo(a, centre) - sense * distanceTo(b, centre)) < nearest) continue
      const sector = perSector[Math.min(sectors - 1, Math.floor((a.angle * sectors) / Math.PI))]!
      sector.push({ a, b, worth: Math.min(a.total, b.total) })
    }
  }
  return perSector.flatMap((pairs) => pairs.toSorted((a, b) => b.worth - a.worth).slice(0, pairsPerSector))
}

/** The quad whose opposite sides lie on each pair's lines; null when its shape or coverage rules it out. */
function quadOf({ a, b }: Pair, { a: c, b: d }: Pair, frame: Size): LineQuad | null {
  const crossing = (one: EdgeLine, other: EdgeLine) => lineCrossing(one.line, other.line)
  const corners = [crossing(a, c), crossing(a, d), crossing(b, d), crossing(b, c)]
  if (!corners.every((corner) => corner && isNear(corner, frame))) return null
  const [ac, ad, bd, bc] = corners as unknown as Quad
  const covers = [coverOf(a, ac, ad), coverOf(d, ad, bd), coverOf(b, bd, bc), coverOf(c, bc, ac)].toSorted(
    (x, y) => x - y,
  )
  // A side may be hidden by a hand or lost in glare, so the second weakest counts as much as the weakest.
  const score = (covers[0]! + covers[1]! + (covers[2]! + covers[3]!) / 2) / 3
  if (score < scoreMin) return null
  const quad = quadFromCorners([ac, ad, bd, bc])
  const large = quadArea(quad) > areaShareMin * frame.width * frame.height
  return large && quadIsClockwiseConvex(quad) ? { quad, score } : null
}

function coverOf(line: EdgeLine, from: Point, to: Point): number {
  return coverBetween(line, from[1] * line.cos - from[0] * line.sin, to[1] * line.cos - to[0] * line.sin)
}

function isNear([x, y]: Point, { width, height }: Size): boolean {
  const [left, top] = [outsideMax * width, outsideMax * height]
  return x > -left && x < width + left && y > -top && y < height + top
}

/** Angle between two lines, 0 to π/2. */
function turnBetween(a: EdgeLine, b: EdgeLine): number {
  const turn = Math.abs(a.angle - b.angle)
  return Math.min(turn, Math.PI - turn)
}

function distanceTo({ cos, sin, offset }: EdgeLine, [x, y]: Point): number {
  return x * cos + y * sin - offset
}

function isSame(a: Quad, b: Quad, reach: number): boolean {
  return a.every(([x, y], i) => Math.abs(x - b[i]![0]) < reach && Math.abs(y - b[i]![1]) < reach)
}
