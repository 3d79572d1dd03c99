/**
 * A smooth surface over the unit square: uniform cubic B-splines, `across` × `down` cells. Coefficients row by row,
 * `across` + 3 by `down` + 3 of them.
 */
export type SplineGrid = { readonly across: number; readonly down: number }

/** The sixteen coefficients that a value depends on, and what each of them counts. */
export type Footprint = { readonly at: Int32Array; readonly weights: Float64Array }

/** How often a value is derived, along each axis: 0 to 2. */
export type Order = readonly [alongU: 0 | 1 | 2, alongV: 0 | 1 | 2]

export function coefficientCount({ across, down }: SplineGrid): number {
  return (across + 3) * (down + 3)
}

export function emptyFootprint(): Footprint {
  return { at: new Int32Array(16), weights: new Float64Array(16) }
}

/** `into` is overwritten where it is given: millions are needed for one page. */
type Wanted = { readonly order?: Order; readonly into?: Footprint }

/**
 * Of the value, or a derivative by the unit square's own coordinates, at a position within it; beyond the border, the border's
 * cell goes on.
 */
export function footprintAt(
  { across, down }: SplineGrid,
  [u, v]: readonly [number, number],
  { order: [alongU, alongV] = [0, 0], into = emptyFootprint() }: Wanted = {},
): Footprint {
  const column = cellOf(u, across)
  const row = cellOf(v, down)
  setBasis(columnBasis, u * across - column, { order: alongU, cells: across })
  setBasis(rowBasis, v * down - row, { order: alongV, cells: down })
  for (let j = 0, k = 0; j < 4; j++) {
    for (let i = 0; i < 4; i++, k++) {
      into.at[k] = (row + j) * (across + 3) + column + i
      into.weights[k] = columnBasis[i]! * rowBasis[j]!
    }
  }
  return into
}

const columnBasis = new Float64Array(4)
const rowBasis = new Float64Array(4)

function cellOf(share: number, cells: number): number {
  return Math.max(0, Math.min(cells - 1, Math.floor(share * cells)))
}

type Derived = { readonly order: 0 | 1 | 2; readonly cells: number }

/** The four cubic pieces, or their first or second derivatives, at a position `t` within a cell. */
function setBasis(into: Float64Array, t: number, { order, cells }: Derived): void {
  const s = 1 - t
  if (order === 0) {
    into[0] = (s * s * s) / 6
    into[1] = (4 - 6 * t * t + 3 * t * t * t) / 6
    into[2] = (4 - 6 * s * s + 3 * s * s * s) / 6
    into[3] = (t * t * t) / 6
  } else if (order === 1) {
    into[0] = (-cells * s * s) / 2
    into[1] = (cells * (3 * t * t - 4 * t)) / 2
    into[2] = (cells * (4 * s - 3 * s * s)) / 2
    into[3] = (cells * t * t) / 2
  } else {
    into[0] = cells * cells * s
    into[1] = cells * cells * (3 * t - 2)
    into[2] = cells * cells * (3 * s - 2)
    into[3] = cells * cells * t
  }
}
