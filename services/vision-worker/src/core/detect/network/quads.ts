import type { Point } from '@equerre/geometry/point'
import { quadArea, quadFromCorners, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import { pickDistinct } from '../pick-distinct.ts'
import { cornerCandidates } from './corner-candidates.ts'
import { fittedToInside } from './fit-to-inside.ts'
import { cellPx, cellsInside, insideOverlap, mapAlong, mapAt, type NetworkMaps } from './maps.ts'

/** A document as the network sees it, in input pixels, and the same with its sides fitted to the inside map. */
type NetworkQuad = { readonly quad: Quad; readonly fitted: Quad; readonly score: number }

const areaShareMin = 0.008
const shortList = 50
const quadsMax = 3
const overlapMax = 0.3
const weights = { corner: 0.35, side: 0.35, inside: 0.3 }

type Scored = { readonly quad: Quad; readonly score: number }

/**
 * Documents in a picture, best first, `score` from 0 to 1. Every convex four of the corner candidates is scored by its
 * corners, by the side map along its sides and by its overlap with the inside map; of overlapping quads only the best is
 * kept. Mirrors `decode` of training/decode.py, whose answers the tests compare it to.
 */
export function quadsFromMaps(maps: NetworkMaps): NetworkQuad[] {
  const judged = quadsOfCorners(maps)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, shortList)
    .map(({ quad, score }) => {
      const cells = cellsInside(maps, quad)
      return { quad, cells, score: score + weights.inside * insideOverlap(maps, cells) }
    })
  const ranked = judged.toSorted((a, b) => b.score - a.score)
  const kept = pickDistinct(ranked, quadsMax, (a, b) => shared(a.cells, b.cells) >= overlapMax)
  return kept.map(({ quad, score }) => ({ quad, fitted: fittedToInside(maps, quad), score }))
}

/** Convex quads of the candidates, with the part of the score that comes from corners and sides. */
function quadsOfCorners(maps: NetworkMaps): Scored[] {
  const corners = cornerCandidates(maps)
  const peaks = new Map(corners.map((corner) => [corner, mapAt(maps, maps.corner, corner)]))
  const supportOf = sideSupport(maps)
  const areaMin = areaShareMin * maps.columns * maps.rows * cellPx ** 2
  return foursOf(corners).flatMap((four) => {
    const quad = quadFromCorners(four)
    if (!quadIsClockwiseConvex(quad) || quadArea(quad) <= areaMin) return []
    const peak = quad.reduce((sum, corner) => sum + peaks.get(corner)!, 0) / 4
    const side = quad.reduce((sum, corner, i) => sum + supportOf(corner, quad[(i + 1) % 4]!), 0) / 4
    return [{ quad, score: weights.corner * peak + weights.side * side }]
  })
}

/** The mean of the side map between two corners; memoized, since each pair is in many quads. */
function sideSupport(maps: NetworkMaps): (from: Point, to: Point) => number {
  const known = new Map<Point, Map<Point, number>>()
  return (from, to) => {
    const ofFrom = known.get(from) ?? new Map<Point, number>()
    known.set(from, ofFrom)
    const before = ofFrom.get(to) ?? known.get(to)?.get(from)
    if (before !== undefined) return before
    const support = mapAlong(maps, maps.side, [from, to])
    ofFrom.set(to, support)
    return support
  }
}

function foursOf(points: readonly Point[]): Quad[] {
  const fours: Quad[] = []
  points.forEach((a, i) => {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        for (const d of points.slice(k + 1)) fours.push([a, points[j]!, points[k]!, d])
      }
    }
  })
  return fours
}

/** Share of the smaller quad's cells that the other quad has too. */
function shared(a: Uint8Array, b: Uint8Array): number {
  let [both, inA, inB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    both += a[at]! & b[at]!
    inA += a[at]!
    inB += b[at]!
  }
  return both / Math.max(Math.min(inA, inB), 1)
}
