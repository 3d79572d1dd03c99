import { pointDistance, type Point } from '@equerre/geometry/point'
import { quadAroundContour } from '../contour-quad.ts'
import { cellPx, type NetworkMaps } from './maps.ts'

const peakMin = 0.06
const peaksMax = 10
/** A corner of the inside map's quad is added when it is further than this from every peak. */
const apartMinPx = 5
const pieceCellsMin = 12

const neighbours = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

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
  const piece = largestPiece(maps)
  return piece.length < pieceCellsMin ? null : quadAroundContour(outlineOf(maps, piece))
}

/** Cells of the largest 4-connected region. */
function largestPiece(maps: NetworkMaps): number[] {
  const seen = new Uint8Array(maps.inside.length)
  let largest: number[] = []
  for (let start = 0; start < seen.length; start++) {
    const piece = pieceFrom(maps, start, seen)
    if (piece.length > largest.length) largest = piece
  }
  return largest
}

/** Flood-fills from a cell, marking what it reaches. */
function pieceFrom(maps: NetworkMaps, start: number, seen: Uint8Array): number[] {
  if (seen[start] || maps.inside[start]! <= 0.5) return []
  const piece = [start]
  seen[start] = 1
  for (let next = 0; next < piece.length; next++) {
    for (const [dx, dy] of neighbours) {
      const at = cellBeside(maps, piece[next]!, [dx, dy])
      if (at === null || seen[at] || maps.inside[at]! <= 0.5) continue
      seen[at] = 1
      piece.push(at)
    }
  }
  return piece
}

function cellBeside({ columns, rows }: NetworkMaps, at: number, [dx, dy]: Point): number | null {
  const x = (at % columns) + dx
  const y = Math.floor(at / columns) + dy
  return x < 0 || y < 0 || x >= columns || y >= rows ? null : y * columns + x
}

/** Points where the map crosses a half between a cell of the region and a neighbour, in input pixels. */
function outlineOf(maps: NetworkMaps, piece: readonly number[]): Point[] {
  const { columns, inside } = maps
  const points: Point[] = []
  for (const at of piece) {
    for (const [dx, dy] of neighbours) {
      const beside = cellBeside(maps, at, [dx, dy])
      const outer = beside === null ? 0 : inside[beside]!
      if (outer > 0.5) continue
      const share = (inside[at]! - 0.5) / (inside[at]! - outer)
      points.push([
        ((at % columns) + dx * share + 0.5) * cellPx,
        (Math.floor(at / columns) + dy * share + 0.5) * cellPx,
      ])
    }
  }
  return points
}
