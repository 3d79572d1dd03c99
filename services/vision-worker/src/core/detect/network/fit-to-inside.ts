import { lineCrossing, lineShifted, type Line } from '@equerre/geometry/line'
import { pointDistance, type Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import { cellPx, type NetworkMaps } from './maps.ts'

/** The inside map rises from 0 to 1 from this many input pixels outside to as many inside (`RAMP` in training/targets.py). */
const rampPx = 6
const reachPx = 1.75 * cellPx
const shiftMaxPx = 2 * cellPx
const cellsMin = 6
const rounds = 4
/** Beyond this distance from the line a cell counts less: Huber weights. */
const outlierPx = 0.7

/** A border cell relative to a side: where along it (−0.5 to 0.5), how far off the border is there, and its weight. */
type Reading = { readonly where: number; readonly offset: number; readonly base: number }

/**
 * Moves each side to the line fitted through the border cells of the inside map, whose values give their own distance to
 * the border, then intersects neighbouring sides. A corner that would move more than two cells stays.
 * @param quad clockwise, input pixels
 */
export function fittedToInside(maps: NetworkMaps, quad: Quad): Quad {
  const lines = quad.map((start, i) => fittedSide(maps, start, quad[(i + 1) % 4]!))
  const corners = quad.map((corner, i) => {
    const moved = lineCrossing(lines[(i + 3) % 4]!, lines[i]!)
    return moved && pointDistance(moved, corner) <= shiftMaxPx ? moved : corner
  })
  return corners as unknown as Quad
}

function fittedSide(maps: NetworkMaps, start: Point, end: Point): Line {
  const length = pointDistance(start, end) + 1e-6
  const along: Point = [(end[0] - start[0]) / length, (end[1] - start[1]) / length]
  const readings = cellsTelling(maps, start, { along, length })
  if (readings.length < cellsMin) return [start, end]
  const { shift, slope } = fittedLine(readings)
  return lineShifted([start, end], shift - slope / 2, shift + slope / 2)
}

function cellsTelling(
  { columns, inside, side }: NetworkMaps,
  start: Point,
  { along, length }: { along: Point; length: number },
): Reading[] {
  const margin = Math.max(1.25 * cellPx, 0.08 * length)
  const readings: Reading[] = []
  inside.forEach((value, at) => {
    if (value <= 0.06 || value >= 0.94) return
    const x = ((at % columns) + 0.5) * cellPx - start[0]
    const y = (Math.floor(at / columns) + 0.5) * cellPx - start[1]
    const place = x * along[0] + y * along[1]
    const away = y * along[0] - x * along[1]
    if (Math.abs(away) >= reachPx || place <= margin || place >= length - margin) return
    const offset = away - (value - 0.5) * 2 * rampPx
    readings.push({ where: place / length - 0.5, offset, base: side[at]! + 0.05 })
  })
  return readings
}

/** Weighted least squares, reweighted against outliers; a small ridge term keeps a few cells from rotating the line. */
function fittedLine(readings: readonly Reading[]): { shift: number; slope: number } {
  let shift = 0
  let slope = 0
  for (let round = 0; round < rounds; round++) {
    let [s0, s1, s2, t0, t1] = [0.05, 0, 0.3, 0, 0]
    for (const { where, offset, base } of readings) {
      const off = Math.abs(offset - shift - slope * where) / outlierPx
      const weight = round === 0 ? base : base / Math.max(1, off)
      s0 += weight
      s1 += weight * where
      s2 += weight * where * where
      t0 += weight * offset
      t1 += weight * where * offset
    }
    const determinant = s0 * s2 - s1 * s1
    shift = (t0 * s2 - t1 * s1) / determinant
    slope = (s0 * t1 - s1 * t0) / determinant
  }
  return { shift, slope }
}
