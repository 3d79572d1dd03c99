import type { Point } from '@equerre/geometry/point'
import { cellPx, type NetworkMaps } from './maps.ts'

const neighbours = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

/** The 4-connected regions where the inside map exceeds a half, each as its cells. */
export function piecesOf(maps: NetworkMaps): number[][] {
  const seen = new Uint8Array(maps.inside.length)
  const pieces: number[][] = []
  for (let start = 0; start < seen.length; start++) {
    if (!seen[start] && maps.inside[start]! > 0.5) pieces.push(pieceFrom(maps, start, seen))
  }
  return pieces
}

/** Flood-fills from a cell, marking what it reaches. */
function pieceFrom(maps: NetworkMaps, start: number, seen: Uint8Array): number[] {
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
export function outlineOf(maps: NetworkMaps, piece: readonly number[]): Point[] {
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
