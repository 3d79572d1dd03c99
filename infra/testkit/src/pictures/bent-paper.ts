import type { Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import { paintBackground, type BackgroundKind } from './background.ts'
import { expose } from './camera.ts'
import type { Random } from './random.ts'
import { createRaster, type Raster } from './raster.ts'

/** A photograph of one bent sheet, and where everything on it went. */
export type BentPhoto = {
  readonly photo: Raster
  /** In photo pixels, clockwise from the sheet's own top left. */
  readonly corners: Quad
  /** Where the photograph shows a point of the flat sheet, given in shares of its sides. */
  readonly seen: (flat: Point) => Point
  /** Camera's focal length in long sides of the photograph. */
  readonly focal: number
}

/** The angle between the sheet and the table, along the direction in which it bends, from −1 to 1. */
export type Slope = (along: number) => number

/** How a sheet bends: across which direction, and how much. */
export type Bend = {
  readonly slope: Slope
  /** Radians, 0 across the sheet. */
  readonly direction: number
  /** What is left of the light at a place of the flat sheet, where other paper stands in its way. */
  readonly shade?: (flat: Point) => number
}

type Table = { readonly width: number; readonly height: number; readonly background: BackgroundKind }

type Vector = readonly [number, number, number]

/** Photographs a flat page's drawing as a bent sheet on a table. */
export function photographPaper(
  sheet: Raster,
  { slope, direction, shade = () => 1, ...scene }: Bend & Table,
  random: Random,
): BentPhoto {
  const long = Math.max(sheet.width, sheet.height) / 2
  const half: Point = [sheet.width / 2 / long, sheet.height / 2 / long]
  const surface = new Surface(slope, direction, Math.hypot(...half))
  const camera = aim({ surface, half }, scene, random)
  const seen = ([u, v]: Point) => camera.project(surface.at([(2 * u - 1) * half[0], (2 * v - 1) * half[1]]))
  const photo = createRaster(scene.width, scene.height, [128, 128, 128])
  paintBackground(photo, scene.background, random)
  const light = random.between(0, 2 * Math.PI)
  pasteMesh(photo, sheet, {
    seen,
    lightAt: (flat) => litAt(surface, half, { flat, light }) * shade(flat),
  })
  expose(photo, random)
  const corners: Quad = [seen([0, 0]), seen([1, 0]), seen([1, 1]), seen([0, 1])]
  return { photo, corners, seen, focal: camera.focal }
}

const profileSteps = 400

/** The sheet in space: half as long as its longer side is 1, seen from above; x across, y down, z up. */
class Surface {
  readonly reach: number
  readonly direction: Point
  readonly #across: Float64Array
  readonly #above: Float64Array
  readonly #slope: Slope

  constructor(slope: Slope, angle: number, reach: number) {
    this.direction = [Math.cos(angle), Math.sin(angle)]
    this.reach = reach
    this.#slope = slope
    this.#across = new Float64Array(profileSteps + 1)
    this.#above = new Float64Array(profileSteps + 1)
    const step = (2 * reach) / profileSteps
    for (let i = 0; i < profileSteps; i++) {
      const angleHere = slope((2 * (i + 0.5)) / profileSteps - 1)
      this.#across[i + 1] = this.#across[i]! + step * Math.cos(angleHere)
      this.#above[i + 1] = this.#above[i]! + step * Math.sin(angleHere)
    }
    const middle = this.#across[profileSteps / 2]!
    for (let i = 0; i <= profileSteps; i++) this.#across[i]! -= middle
  }

  /** Across the bend and above the table, at a length along the paper from its middle. */
  profile(along: number): readonly [number, number] {
    const at = Math.max(0, Math.min(profileSteps - 1e-9, ((along / this.reach + 1) / 2) * profileSteps))
    const i = Math.floor(at)
    const mix = (values: Float64Array) => values[i]! + (values[i + 1]! - values[i]!) * (at - i)
    return [mix(this.#across), mix(this.#above)]
  }

  at([x, y]: Point): Vector {
    const [ex, ey] = this.direction
    const [across, above] = this.profile(x * ex + y * ey)
    const beside = y * ex - x * ey
    return [across * ex - beside * ey, across * ey + beside * ex, above]
  }

  steepness(along: number): number {
    return this.#slope(along / this.reach)
  }
}

/** Light from one side and from everywhere. */
function litAt(
  surface: Surface,
  half: Point,
  { flat: [u, v], light }: { readonly flat: Point; readonly light: number },
): number {
  const [ex, ey] = surface.direction
  const angle = surface.steepness((2 * u - 1) * half[0] * ex + (2 * v - 1) * half[1] * ey)
  const facing = Math.cos(angle) * 0.8 - Math.sin(angle) * 0.6 * (Math.cos(light) * ex + Math.sin(light) * ey)
  return 0.62 + 0.45 * Math.max(0, facing)
}

type Camera = { readonly project: (point: Vector) => Point; readonly focal: number }

/** A hand-held phone above the sheet, so near that the sheet nearly fills the frame. */
function aim(
  { surface, half }: { readonly surface: Surface; readonly half: Point },
  { width, height }: Table,
  random: Random,
): Camera {
  const focal = random.between(0.7, 0.85)
  const tilt = (random.between(5, 35) * Math.PI) / 180
  const azimuth = random.between(0, 2 * Math.PI)
  const roll = random.between(-0.15, 0.15)
  const turn = (a: number, b: number, angle: number): Point => [
    a * Math.cos(angle) - b * Math.sin(angle),
    a * Math.sin(angle) + b * Math.cos(angle),
  ]
  const posed = ([x, y, z]: Vector): Vector => {
    const [along, beside] = turn(x, y, -azimuth)
    const [tilted, up] = turn(along, z, tilt)
    const [px, py] = turn(...turn(tilted, beside, azimuth), roll)
    return [px, py, -up]
  }
  const rim = [-1, -0.5, 0, 0.5, 1].flatMap((t): Point[] => [
    [t, -1],
    [t, 1],
    [-1, t],
    [1, t],
  ])
  const body = rim.map(([x, y]) => posed(surface.at([x * half[0], y * half[1]])))
  const px = focal * Math.max(width, height)
  const extentAt = (distance: number) => {
    const xs = body.map(([x, , z]) => (x * px) / (z + distance))
    const ys = body.map(([, y, z]) => (y * px) / (z + distance))
    return { xs, ys, fits: spread(xs) < width * 0.82 && spread(ys) < height * 0.82 }
  }
  let [near, far] = [1.05, 20]
  for (let i = 0; i < 40; i++) {
    const middle = (near + far) / 2
    if (extentAt(middle).fits) far = middle
    else near = middle
  }
  // The frame is moved over the sheet by turning the camera a little, which a shift of the picture stands for.
  const { xs, ys } = extentAt(far)
  const [dx, dy] = [width / 2 - middleOf(xs), height / 2 - middleOf(ys)]
  return {
    focal,
    project: (point) => {
      const [x, y, z] = posed(point)
      return [(x * px) / (z + far) + dx, (y * px) / (z + far) + dy]
    },
  }
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}

function middleOf(values: readonly number[]): number {
  return (Math.max(...values) + Math.min(...values)) / 2
}

type Worn = { readonly seen: (flat: Point) => Point; readonly lightAt: (flat: Point) => number }

const meshCells = 160

/** Lays the sheet over the photograph in small cells, each flat enough to be sheared into its place. */
function pasteMesh(photo: Raster, sheet: Raster, { seen, lightAt }: Worn): void {
  for (let j = 0; j < meshCells; j++) {
    for (let i = 0; i < meshCells; i++) {
      const [u, v, step] = [i / meshCells, j / meshCells, 1 / meshCells]
      const quad = [seen([u, v]), seen([u + step, v]), seen([u + step, v + step]), seen([u, v + step])]
      pasteCell(photo, sheet, { quad, flat: [u, v], light: lightAt([u + step / 2, v + step / 2]) })
    }
  }
}

type Cell = { readonly quad: readonly Point[]; readonly flat: Point; readonly light: number }

/** Both triangles of a cell, each by the affine map of its corners. */
function pasteCell(photo: Raster, sheet: Raster, { quad: [a, b, c, d], flat: [u, v], light }: Cell): void {
  const step = 1 / meshCells
  pasteTriangle(photo, sheet, { seen: [a!, b!, d!], flat: [u, v], along: [step, step], light })
  pasteTriangle(photo, sheet, {
    seen: [c!, d!, b!],
    flat: [u + step, v + step],
    along: [-step, -step],
    light,
  })
}

type Triangle = {
  readonly seen: readonly [Point, Point, Point]
  readonly flat: Point
  readonly along: Point
  readonly light: number
}

function pasteTriangle(
  photo: Raster,
  sheet: Raster,
  { seen: [o, p, q], flat, along, light }: Triangle,
): void {
  const [px, py, qx, qy] = [p[0] - o[0], p[1] - o[1], q[0] - o[0], q[1] - o[1]]
  const area = px * qy - py * qx
  // The back of the sheet.
  if (area <= 0) return
  const [left, right] = [Math.min(o[0], p[0], q[0]), Math.max(o[0], p[0], q[0])]
  const [top, bottom] = [Math.min(o[1], p[1], q[1]), Math.max(o[1], p[1], q[1])]
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(photo.height, bottom); row++) {
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(photo.width, right); column++) {
      const [x, y] = [column + 0.5 - o[0], row + 0.5 - o[1]]
      const s = (x * qy - y * qx) / area
      const t = (px * y - py * x) / area
      if (s < -1e-6 || t < -1e-6 || s + t > 1 + 1e-6) continue
      const at = 3 * (row * photo.width + column)
      photo.data.set(colourAt(sheet, [flat[0] + s * along[0], flat[1] + t * along[1], light]), at)
    }
  }
}

/** The sheet's colour, the mean of the pixels that one of the photograph's covers, in the light that falls there. */
function colourAt(sheet: Raster, [u, v, light]: Vector): number[] {
  const [x, y] = [u * sheet.width - 1, v * sheet.height - 1]
  const column = Math.max(0, Math.min(sheet.width - 2, Math.floor(x + 0.5)))
  const row = Math.max(0, Math.min(sheet.height - 2, Math.floor(y + 0.5)))
  const at = 3 * (row * sheet.width + column)
  const below = at + 3 * sheet.width
  return [0, 1, 2].map((c) => {
    const sum =
      sheet.data[at + c]! + sheet.data[at + c + 3]! + sheet.data[below + c]! + sheet.data[below + c + 3]!
    return Math.min(255, (sum / 4) * light)
  })
}
