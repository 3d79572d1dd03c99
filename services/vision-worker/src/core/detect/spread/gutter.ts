import type { Point } from '@equerre/geometry/point'
import { traceSide } from '../../flatten/edges.ts'
import { cornersOf, type Look } from '../../flatten/look.ts'
import { grayFromRgb } from '../../pixels.ts'
import { creaseOn, isSeenBetween, xAt, type Upright } from './crease.ts'
import { cuspAt, inwardAt } from './cusp.ts'
import { crossedShare, levelness } from './print.ts'

/** The gutter between two pages, on the look at both: its upper and its lower end. */
export type Gutter = readonly [Point, Point]

/** What speaks for a gutter, and against it. */
export type Witnesses = {
  /** How dark the crease is, along which share of the page's height, and whether it goes on up to both ends. */
  readonly depth: number
  readonly share: number
  readonly reaches: boolean
  /** By how much more light falls away far from the crease than next to it; a printed rule is as dark from afar. */
  readonly widening: number
  /** How sharply the upper and the lower edge of the paper turn inward there, together. */
  readonly cusp: number
  /** Of the page's height, how much print crosses. */
  readonly crossed: number
  /** Whether lines run across the page rather than down it. */
  readonly levelness: number
}

const depthMin = 0.012
const shareMin = 0.8
/** Of any crease, and of one that is a gutter whatever the paper's edges show. */
const creaseWideningMin = 1.25
const gutterWideningMin = 1.6
const cuspMin = 0.09
/** One thin rule is more. */
const crossedMax = 0.008
const levelnessMin = 0.4
/** Rows of a page at each end, as a share, in which a crease must go on, and pixels of the paper's own edge. */
const endShare = 0.05
const edgePx = 4

/** The gutter of an open book, if the sheet in view is one and that is certain. */
export function gutterOn(look: Look): Gutter | null {
  const seen = lookForGutter(look)
  return seen && isGutter(seen.witnesses) ? seen.gutter : null
}

/**
 * A crease from end to end into which light falls, unlike on a rule, and nothing printed across it; and either the paper's
 * edges turn there or the light falls as deep as only between two pages.
 */
export function isGutter({
  depth,
  share,
  reaches,
  widening,
  cusp,
  crossed,
  levelness: level,
}: Witnesses): boolean {
  if (depth < depthMin || share < shareMin || !reaches || widening < creaseWideningMin) return false
  return crossed <= crossedMax && level >= levelnessMin && (cusp >= cuspMin || widening >= gutterWideningMin)
}

/** The likeliest gutter and what is known of it; null where there is not even a crease. */
function lookForGutter({ image, page }: Look): { gutter: Gutter; witnesses: Witnesses } | null {
  const gray = grayFromRgb(image)
  const crease = creaseOn(gray, page)
  if (crease.depth < depthMin || crease.share < shareMin) return null
  const [topLeft, topRight, bottomRight, bottomLeft] = cornersOf(page)
  const upper = traceSide(image, [topLeft, topRight], page.left)
  const lower = traceSide(image, [bottomRight, bottomLeft], page.left)
  const along = (x: number) => (x - page.left) / page.width
  const ends = [
    { side: upper, along: along(crease.top), row: page.top, down: 1 },
    { side: lower, along: 1 - along(crease.bottom), row: page.top + page.height, down: -1 },
  ] as const
  const [upperRow, lowerRow] = ends.map(
    (end) => end.row + end.down * (end.side ? inwardAt(end.side, end.along) : 0),
  ) as [number, number]
  const [first, last] = [Math.round(upperRow) + edgePx, Math.round(lowerRow) - edgePx]
  const end = endShare * page.height
  const reaches = [[first, first + end] as const, [last - end, last] as const].every((rows) =>
    isSeenBetween(gray, { line: crease, rows }, page),
  )
  const cusps = ends.map(({ side, along: place }) => (side && cuspAt(side, place, page.width)) ?? 0)
  return {
    gutter: [pointOn(crease, upperRow, page), pointOn(crease, lowerRow, page)],
    witnesses: {
      depth: crease.depth,
      share: crease.share,
      reaches,
      widening: crease.wideDepth / crease.depth,
      cusp: cusps[0]! + cusps[1]!,
      crossed: crossedShare(gray, { line: crease, rows: [first, last] }, page),
      levelness: levelness(gray, page),
    },
  }
}

function pointOn(line: Upright, row: number, page: Look['page']): Point {
  return [xAt(line, row, page), row]
}
