import { lineCrossing, type Line } from '@equerre/geometry/line'
import type { Point } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import type { Random } from './pictures/random.ts'

/** A page in front of a camera, and its corners as detected. */
export type Shot = {
  /** As detected: with noise, in pixels of `frame`. */
  readonly quad: Quad
  readonly frame: Size
  /** True focal length in long sides of the frame. */
  readonly focal: number
}

export type Stance = {
  /** Angle between the page's normal and the optical axis. */
  readonly tiltDegrees: number
  /**
   * `axis`: tilted about one of its own sides, so that this pair stays parallel in the picture; `free`: about
   * any line, and rotated.
   */
  readonly about: 'axis' | 'free'
  /** Width of the page divided by its height. */
  readonly ratio: number
}

/** What else may differ between photographs; whatever is left out is a phone's, with a good detector's noise. */
export type Circumstances = {
  /** In long sides of the frame. */
  readonly focal?: number
  /** Of the page's mean side, as a share of the long side of the frame. */
  readonly pageSize?: number
  /** Of the page's middle from the optical axis, in long sides of the frame. */
  readonly offset?: Point
  /** Standard deviation of each coordinate of a corner, of the frame's diagonal. */
  readonly noise?: number
  /** The part of the frame that is kept, as shares; the page may reach beyond it. */
  readonly cut?: { readonly from: Point; readonly to: Point }
  /** How much wider the picture was made afterwards than it was. */
  readonly stretch?: number
  /** How far the middle of a curled page's sides rises, as a share of their length. */
  readonly rise?: number
}

export const shotFrame = { width: 3000, height: 4000 }
const cornerNoise = 3 / Math.hypot(shotFrame.width, shotFrame.height)
const wholeCut = { from: [0, 0], to: [1, 1] } as const

/** Corners of a page seen by a pinhole camera, by default with a focal length of 0.70 to 0.85 long sides. */
export function shootPage(stance: Stance, random: Random, seen: Circumstances = {}): Shot {
  const { focal = random.between(0.7, 0.85), noise = cornerNoise, cut = wholeCut, stretch = 1 } = seen
  const project = camera(stance, random, { ...seen, focal })
  const noisePx = noise * Math.hypot(shotFrame.width, shotFrame.height)
  const { width, height } = shotFrame
  const finished = ([x, y]: Point): Point => [
    (x + noisePx * normal(random) - cut.from[0] * width) * stretch,
    y + noisePx * normal(random) - cut.from[1] * height,
  ]
  const [a, b, c, d] = straightSides(project)
  const frame = {
    width: Math.round((cut.to[0] - cut.from[0]) * width * stretch),
    height: Math.round((cut.to[1] - cut.from[1]) * height),
  }
  return {
    quad: [finished(a), finished(b), finished(c), finished(d)],
    frame,
    focal: (focal * height) / Math.max(frame.width, frame.height),
  }
}

/** Where a position on the page, (-1, -1) to (1, 1), appears in the frame. */
type Project = (u: number, v: number) => Point

function camera(
  { tiltDegrees, about, ratio }: Stance,
  random: Random,
  { focal, pageSize, offset = [0, 0], rise = 0 }: Circumstances & { readonly focal: number },
): Project {
  const free = about === 'free'
  const azimuth = free ? random.between(0, 2 * Math.PI) : (random.integer(0, 3) * Math.PI) / 2
  const roll = free ? random.between(-0.6, 0.6) : 0
  const distance = pageSize === undefined ? random.between(1.6, 2.2) : focal / pageSize
  const [halfWidth, halfHeight] = [Math.sqrt(ratio) / 2, 1 / Math.sqrt(ratio) / 2]
  // A sheet keeps its length when it is curled, so its ends come nearer to each other: 8/3 s², for a flat arc.
  const chord = 1 - (8 / 3) * rise * rise
  return (u, v) => {
    const [x, y, z] = tilted(turned([u * halfWidth * chord, v * halfHeight], roll), azimuth, tiltDegrees)
    const [sx, sy, sz] = raised(azimuth, tiltDegrees, (1 - u * u) * rise * 2 * halfWidth)
    const scale = (focal * shotFrame.height) / (distance + z + sz)
    const [right, below] = [(offset[0] * distance) / focal, (offset[1] * distance) / focal]
    return [shotFrame.width / 2 + (x + sx + right) * scale, shotFrame.height / 2 + (y + sy + below) * scale]
  }
}

/** Positions along a side at which a detector that draws straight lines looks. */
const along = [-0.8, -0.4, 0, 0.4, 0.8]

/** The corners of the straight lines that fit the page's sides best, where a curled page has bulging ones. */
function straightSides(project: Project): Quad {
  const lines = [
    fitted(along.map((u) => project(u, -1))),
    fitted(along.map((v) => project(1, v))),
    fitted(along.map((u) => project(u, 1))),
    fitted(along.map((v) => project(-1, v))),
  ] as const
  const corner = (i: number) => lineCrossing(lines[(i + 3) % 4]!, lines[i]!)!
  return [corner(0), corner(1), corner(2), corner(3)]
}

/** The least-squares line through points that lie nearly on one, by their mean along the line from first to last. */
function fitted(points: readonly Point[]): Line {
  const [first, last] = [points[0]!, points.at(-1)!]
  const length = Math.hypot(last[0] - first[0], last[1] - first[1])
  const [nx, ny] = [(first[1] - last[1]) / length, (last[0] - first[0]) / length]
  const off = points.map(([x, y]) => (x - first[0]) * nx + (y - first[1]) * ny)
  const at = points.map((_, i) => i / (points.length - 1) - 0.5)
  const mean = off.reduce((sum, value) => sum + value, 0) / off.length
  const slope =
    at.reduce((sum, value, i) => sum + value * off[i]!, 0) / at.reduce((sum, value) => sum + value ** 2, 0)
  const moved = ([x, y]: Point, by: number): Point => [x + nx * by, y + ny * by]
  return [moved(first, mean - slope / 2), moved(last, mean + slope / 2)]
}

/** A normal deviate of mean 0 and variance 1 (G. Box and M. Muller, 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.between(0, 1))) * Math.cos(random.between(0, 2 * Math.PI))
}

function turned([x, y]: Point, angle: number): Point {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

function tilted(page: Point, azimuth: number, degrees: number): readonly [number, number, number] {
  const tilt = (degrees * Math.PI) / 180
  const [forth, across] = turned(page, -azimuth)
  const [x, y] = turned([forth * Math.cos(tilt), across], azimuth)
  return [x, y, forth * Math.sin(tilt)]
}

/** A height above the tilted page, towards the camera, in its coordinates. */
function raised(azimuth: number, degrees: number, height: number): readonly [number, number, number] {
  const tilt = (degrees * Math.PI) / 180
  const [x, y] = turned([height * Math.sin(tilt), 0], azimuth)
  return [x, y, -height * Math.cos(tilt)]
}
