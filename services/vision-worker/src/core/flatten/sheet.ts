import type { Point } from '@equerre/geometry/point'
import { coefficientCount, emptyFootprint, footprintAt, type Footprint, type SplineGrid } from './spline.ts'

/**
 * A bent sheet before the camera. Lengths are shares of the straightened page's diagonal. The page's four corners span the
 * plane z = 0, on which its straightened picture lies, from (0, 0) to (width, height).
 */
export type Sheet = {
  readonly width: number
  readonly height: number
  /** Where the camera is above that plane. */
  readonly camera: readonly [x: number, y: number, z: number]
  readonly grid: SplineGrid
  /** Of each coefficient's place: how far the paper lies across, down and above where it would as a plane; see `fieldsAt`. */
  readonly coefficients: Float64Array
  /** By what share the paper is longer than its straightened picture, across and down. */
  readonly stretch: readonly [number, number]
}

/** Shares of the flat page, 0 to 1 from its top left. */
export type FlatPoint = readonly [u: number, v: number]

/** Of the three fields, the coefficients of one place lie side by side. */
export const fields = 3

export function flatSheet(shape: Pick<Sheet, 'width' | 'height' | 'camera' | 'grid'>): Sheet {
  return {
    ...shape,
    coefficients: new Float64Array(fields * coefficientCount(shape.grid)),
    stretch: [0, 0],
  }
}

/** Where a point of the paper lies beside the plane's own, in the plane and above it, or a derivative of that. */
export function fieldsAt({ coefficients }: Sheet, footprint: Footprint): readonly [number, number, number] {
  let [across, down, above] = [0, 0, 0]
  for (let k = 0; k < 16; k++) {
    const at = fields * footprint.at[k]!
    const weight = footprint.weights[k]!
    across += weight * coefficients[at]!
    down += weight * coefficients[at + 1]!
    above += weight * coefficients[at + 2]!
  }
  return [across, down, above]
}

const scratch = emptyFootprint()

/** Where the straightened picture shows a point of the paper: on the line from the camera through it. */
export function seenAt(sheet: Sheet, flat: FlatPoint): Point {
  const [across, down, above] = fieldsAt(sheet, footprintAt(sheet.grid, flat, { into: scratch }))
  const [cx, cy, cz] = sheet.camera
  const scale = cz / (cz - above)
  return [
    cx + (flat[0] * sheet.width + across - cx) * scale,
    cy + (flat[1] * sheet.height + down - cy) * scale,
  ]
}

const inverseRounds = 3

/** The point of the paper that the straightened picture shows at a place: `seenAt` backwards. */
export function flatAt(sheet: Sheet, [x, y]: Point): FlatPoint {
  let flat: FlatPoint = [x / sheet.width, y / sheet.height]
  for (let round = 0; round < inverseRounds; round++) {
    const [seenX, seenY] = seenAt(sheet, flat)
    flat = [flat[0] + (x - seenX) / sheet.width, flat[1] + (y - seenY) / sheet.height]
  }
  return flat
}
