import type { Point } from '@equerre/geometry/point'
import { quadContains, type Quad } from '@equerre/geometry/quad'

/**
 * The network's output per cell: probability of a corner, of being inside a document, of lying on a side. Cells are
 * `cellPx` wide; a cell's centre is at (column + 0.5) × cellPx in input pixels.
 */
export type NetworkMaps = {
  readonly columns: number
  readonly rows: number
  readonly corner: Float32Array
  readonly inside: Float32Array
  readonly side: Float32Array
}

/** Input pixels per cell; set by the training (`STRIDE` in training/model.py). */
export const cellPx = 4

/** The value of a map at a point of the input: bilinear between cell centres, 0 beyond them. */
export function mapAt({ columns, rows }: NetworkMaps, map: Float32Array, [px, py]: Point): number {
  const x = px / cellPx - 0.5
  const y = py / cellPx - 0.5
  const left = Math.floor(x)
  const top = Math.floor(y)
  let value = 0
  for (let row = Math.max(top, 0); row <= Math.min(top + 1, rows - 1); row++) {
    for (let column = Math.max(left, 0); column <= Math.min(left + 1, columns - 1); column++) {
      value += map[row * columns + column]! * (1 - Math.abs(x - column)) * (1 - Math.abs(y - row))
    }
  }
  return value
}

/** Which cells have their centres inside a clockwise quad of input pixels: 1 inside, 0 outside. */
export function cellsInside({ columns, rows }: NetworkMaps, quad: Quad): Uint8Array {
  const cells = new Uint8Array(columns * rows)
  for (let at = 0; at < cells.length; at++) {
    const centre = [((at % columns) + 0.5) * cellPx, (Math.floor(at / columns) + 0.5) * cellPx] as const
    cells[at] = quadContains(quad, centre) ? 1 : 0
  }
  return cells
}
