import type { Homography } from '@equerre/geometry/homography'
import type { Size } from '@equerre/geometry/spaces'
import type { RgbImage } from '../pixels.ts'

/**
 * Where the positions of a bent page's flat picture lie on its straightened one: pairs of shifts in result pixels, row by
 * row, at every `latticeStep`-th pixel and interpolated between them; one more column and row than fit into the result.
 */
export type Lattice = Float32Array

/**
 * Resamples an image; `map` takes positions in the result, shifted where the page is bent, to positions in the image, in
 * continuous pixels.
 * @throws RangeError when the lattice has not the result's size
 */
export type Warp = (image: RgbImage, map: Homography, result: Result) => RgbImage

/** The result's size, and where the page is bent, its lattice. */
type Result = Size & { readonly lattice?: Lattice | undefined }

/** A divisor of a tile's side, and a multiple of the eight pixels that the compiled kernel resamples at once. */
export const latticeStep = 16

/** Columns and rows of the lattice of a result. */
export function latticeSize({ width, height }: Size): { readonly columns: number; readonly rows: number } {
  return { columns: Math.ceil(width / latticeStep) + 1, rows: Math.ceil(height / latticeStep) + 1 }
}

/** A part of the result whose pixels all take the same number of samples. */
type Tile = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Samples per pixel, across and down. */
  readonly across: number
  readonly down: number
}

const tileSide = 64
/** Up to this reduction, image pixels per result pixel, interpolation alone shows no moiré on text. */
const reductionMax = 1.5
/** Bounds the work a degenerate map can cause. */
const samplesMax = 8

/**
 * Bilinear interpolation that repeats the image's border outside; where the map reduces, a pixel averages several samples.
 * Twin of native/warp.cc for machines where that is not compiled, and ten times slower.
 */
export const warp: Warp = (image, map, { width, height, lattice }) => {
  const size = { width, height }
  const bent = bentBy(lattice, size)
  const target = { ...size, data: new Uint8Array(size.width * size.height * 3) }
  for (let top = 0; top < size.height; top += tileSide) {
    for (let left = 0; left < size.width; left += tileSide) {
      const tile = measuredTile({ map, bent }, { left, top }, size)
      fillTile(image, target, { map, bent, tile })
    }
  }
  return target
}

/** Where each place of the result is on the image. */
export function sourceOf([a, b, c, d, e, f, g, h, i]: Homography, { lattice, ...size }: Result) {
  const bent = bentBy(lattice, size)
  return (flat: Position): Position => {
    const { x, y } = bent ? shifted(bent, flat) : flat
    const w = g * x + h * y + i
    return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
  }
}

function bentBy(lattice: Lattice | undefined, size: Size): Bent | null {
  if (!lattice) return null
  const bent = { shifts: lattice, ...latticeSize(size) }
  if (bent.shifts.length !== 2 * bent.columns * bent.rows) throw new RangeError('a lattice of another size')
  return bent
}

type Bent = { readonly shifts: Lattice; readonly columns: number; readonly rows: number }

/** From the result to the image. */
type Path = { readonly map: Homography; readonly bent: Bent | null }

/** The reduction at the tile's centre determines the number of samples per pixel. */
function measuredTile(
  { map: [a, b, c, d, e, f, g, h, i], bent }: Path,
  { left, top }: Pick<Tile, 'left' | 'top'>,
  size: Size,
): Tile {
  const right = Math.min(left + tileSide, size.width)
  const bottom = Math.min(top + tileSide, size.height)
  const flat = { x: (left + right) / 2, y: (top + bottom) / 2 }
  // A bent page is nowhere squeezed by so much that it would need more samples than the same page if it were flat.
  const { x, y } = bent ? shifted(bent, flat) : flat
  const w = g * x + h * y + i
  const [sx, sy] = [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
  const across = samplesFor(Math.hypot(a - sx * g, d - sy * g) / Math.abs(w))
  const down = samplesFor(Math.hypot(b - sx * h, e - sy * h) / Math.abs(w))
  return { left, top, right, bottom, across, down }
}

type Position = { x: number; y: number }

/** The position with the lattice's shift added. */
function shifted({ shifts, columns, rows }: Bent, { x, y }: Position): Position {
  const column = Math.min(Math.floor(x / latticeStep), columns - 2)
  const row = Math.min(Math.floor(y / latticeStep), rows - 2)
  const [u, v] = [x / latticeStep - column, y / latticeStep - row]
  const upper = 2 * (row * columns + column)
  const lower = upper + 2 * columns
  const mixed = (i: number) => {
    const above = shifts[upper + i]! + (shifts[upper + i + 2]! - shifts[upper + i]!) * u
    const below = shifts[lower + i]! + (shifts[lower + i + 2]! - shifts[lower + i]!) * u
    return above + (below - above) * v
  }
  return { x: x + mixed(0), y: y + mixed(1) }
}

function samplesFor(reduction: number): number {
  return reduction > reductionMax ? Math.min(samplesMax, Math.ceil(reduction)) : 1
}

/** The position of a sample, and the sum of a pixel's samples so far. */
type Probe = Position & { red: number; green: number; blue: number }

function fillTile(
  image: RgbImage,
  { width, data }: RgbImage,
  { map: [a, b, c, d, e, f, g, h, i], bent, tile }: Path & { readonly tile: Tile },
): void {
  const { across, down } = tile
  const samples = across * down
  const probe: Probe = { x: 0, y: 0, red: 0, green: 0, blue: 0 }
  for (let row = tile.top; row < tile.bottom; row++) {
    for (let column = tile.left; column < tile.right; column++) {
      probe.red = probe.green = probe.blue = 0
      for (let k = 0; k < samples; k++) {
        const flat = {
          x: column + ((k % across) + 0.5) / across,
          y: row + (Math.floor(k / across) + 0.5) / down,
        }
        const { x, y } = bent ? shifted(bent, flat) : flat
        const w = g * x + h * y + i
        probe.x = clamped((a * x + b * y + c) / w - 0.5, image.width)
        probe.y = clamped((d * x + e * y + f) / w - 0.5, image.height)
        addSample(image, probe)
      }
      const at = (row * width + column) * 3
      data[at] = probe.red / samples + 0.5
      data[at + 1] = probe.green / samples + 0.5
      data[at + 2] = probe.blue / samples + 0.5
    }
  }
}

function addSample({ width, height, data }: RgbImage, sum: Probe): void {
  // `| 0` floors non-negative values, and unlike Math.floor gives V8 integers to index with.
  const x0 = sum.x | 0
  const y0 = sum.y | 0
  const lowerRight = (sum.x - x0) * (sum.y - y0)
  const lowerLeft = sum.y - y0 - lowerRight
  const upperRight = sum.x - x0 - lowerRight
  const upperLeft = 1 - upperRight - (sum.y - y0)
  const below = y0 + 1 < height ? width * 3 : 0
  const p = (y0 * width + x0) * 3
  const q = x0 + 1 < width ? p + 3 : p
  const r = p + below
  const s = q + below
  // Unrolled, because a function or a loop over the channels takes half as long again.
  sum.red += data[p]! * upperLeft + data[q]! * upperRight + data[r]! * lowerLeft + data[s]! * lowerRight
  sum.green +=
    data[p + 1]! * upperLeft +
    data[q + 1]! * upperRight +
    data[r + 1]! * lowerLeft +
    data[s + 1]! * lowerRight
  sum.blue +=
    data[p + 2]! * upperLeft +
    data[q + 2]! * upperRight +
    data[r + 2]! * lowerLeft +
    data[s + 2]! * lowerRight
}

/** Clamps a position to the image; NaN becomes its first pixel. */
function clamped(value: number, size: number): number {
  return value > 0 ? Math.min(value, size - 1) : 0
}
