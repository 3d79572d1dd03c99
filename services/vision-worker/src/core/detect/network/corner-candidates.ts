import { pointDistance, type Point } from '@equerre/geometry/point'
import { quadAroundContour } from '../contour-quad.ts'
import { cellPx, type NetworkMaps } from './maps.ts'
import { outlineOf, piecesOf } from './pieces.ts'

const peakMin = 0.06
const peaksMax = 10
/** A corner of the inside map's quad is added when it is further than this from every peak. */
const apartMinPx = 5
const pieceCellsMin = 12

/** Where document corners may be, in input pixels: peaks of the corner map and corners of the inside map's outline. */
export function cornerCandidates(maps: NetworkMaps): Point[] {
  const peaks = cornerPeaks(maps)
  const around = quadAroundInside(maps) ?? []
  return [
    ...peaks,
    ...around.filter((corner) => peaks.every((peak) => pointDistance(peak, corner) > apartMinPx)),
  ]
}

/** The strongest local maxima, each moved to the centroid of the 5 × 5 cells around it. */
function cornerPeaks(maps: NetworkMaps): Point[] {
  const { columns, corner } = maps
  const found: number[] = []
  corner.forEach((value, at) => {
    if (value > peakMin && isLargestAround(maps, at)) found.push(at)
  })
  return found
    .toSorted((a, b) => corner[b]! - corner[a]!)
    .slice(0, peaksMax)
    .map((at) => centroidAround(maps, at % columns, Math.floor(at / columns)))
}

function isLargestAround(maps: NetworkMaps, at: number): boolean {
  const { columns, corner } = maps
  const around = cellsAround(maps, [at % columns, Math.floor(at / columns)], 1)
  return around.every(([x, y]) => corner[y * columns + x]! <= corner[at]!)
}

function centroidAround(maps: NetworkMaps, column: number, row: number): Point {
  let [total, sumX, sumY] = [0, 0, 0]
  for (const [x, y] of cellsAround(maps, [column, row], 2)) {
    const weight = maps.corner[y * maps.columns + x]! ** 1.5
    total += weight
    sumX += weight * x
    sumY += weight * y
  }
  return [(sumX / total + 0.5) * cellPx, (sumY / total + 0.5) * cellPx]
}

function cellsAround({ columns, rows }: NetworkMaps, [column, row]: Point, reach: number): Point[] {
  const cells: Point[] = []
  for (let y = Math.max(row - reach, 0); y <= Math.min(row + reach, rows - 1); y++) {
    for (let x = Math.max(column - reach, 0); x <= Math.min(column + reach, columns - 1); x++)
      cells.push([x, y])
  }
  return cells
}

/** A quad around the largest region where the inside map exceeds a half, or null. */
function quadAroundInside(maps: NetworkMaps): readonly Point[] | null {
  const piece = piecesOf(maps).reduce((largest, one) => (one.length > largest.length ? one : largest), [])
  return piece.length < pieceCellsMin ? null : quadAroundContour(outlineOf(maps, piece))
}
