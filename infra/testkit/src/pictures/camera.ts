import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { frameQuad, boxQuad, quadArea, type Quad } from '@equerre/geometry/quad'
import type { Random } from './random.ts'
import { createInset, forEachPixelNear, type Raster } from './raster.ts'

/** A page's pose in front of the camera. */
type Pose = {
  /** Angle between the page's normal and the optical axis. */
  tiltDegrees: number
  /** Direction of the tilt, and rotation of the page in the picture. */
  azimuthDegrees: number
  rollDegrees: number
  /** Share of the frame that the page covers. */
  coverage: number
}

/** A phone's main camera: focal length in long sides of the picture. */
const focalLength = 0.77

/**
 * The corners of a page seen by a pinhole camera, clockwise from the page's own top left, in pixels, centred
 * in the frame; a page that would not fit is moved away until it does.
 * @param proportion width of the page divided by its height
 */
export function projectPage(pose: Pose, proportion: number, frame: { width: number; height: number }): Quad {
  const long = Math.max(frame.width, frame.height)
  const flat = unitPage(proportion).map((corner) => tilted(turned(corner, pose.rollDegrees), pose))
  // The area shrinks with distance, so bisection finds the distance for the wanted coverage.
  let near = 0.3
  let far = 20
  for (let i = 0; i < 40; i++) {
    const middle = (near + far) / 2
    const seen = projected(flat, middle, long)
    const tooNear = quadArea(seen) > pose.coverage * frame.width * frame.height || exceeds(seen, frame)
    if (tooNear) near = middle
    else far = middle
  }
  return centred(projected(flat, far, long), frame)
}

/** Pastes a flat page into the photograph at `quad`, with soft borders and a shadow along its edge. */
export function pastePage(photo: Raster, page: Raster, quad: Quad): void {
  const { width, height } = page
  const map = homographyBetween(quad, frameQuad({ width, height }))
  const inset = createInset(quad)
  const shadowPx = Math.max(photo.width, photo.height) / 250
  const shadow = quad.map(([x, y]): Point => [x + shadowPx * 2, y + shadowPx * 2]) as unknown as Quad
  const shadowInset = createInset(shadow)
  forEachPixelNear(photo, shadow, (column, row, at) => {
    const dark = 0.35 * Math.min(1, Math.max(0, shadowInset(column, row) / (2 * shadowPx) + 0.5))
    for (let c = 0; c < 3; c++) photo.data[at + c] = photo.data[at + c]! * (1 - dark)
  })
  forEachPixelNear(photo, quad, (column, row, at) => {
    const cover = Math.min(1, Math.max(0, inset(column + 0.5, row + 0.5) + 0.5))
    if (cover === 0) return
    const [x, y] = homographyApply(map, [column + 0.5, row + 0.5])
    for (let c = 0; c < 3; c++) {
      photo.data[at + c] = photo.data[at + c]! * (1 - cover) + sample(page, [x - 0.5, y - 0.5], c) * cover
    }
  })
}

/** Lights the whole scene unevenly, adds a soft shadow and the sensor's noise. */
export function expose(photo: Raster, random: Random): void {
  const { width, height, data } = photo
  const slopeX = random.between(-0.3, 0.3)
  const slopeY = random.between(-0.3, 0.3)
  const shadowX = random.between(0, 1)
  const shadowY = random.between(0, 1)
  const depth = random.chance(0.5) ? random.between(0.1, 0.4) : 0
  const noise = random.between(2, 9)
  const cast = [random.between(0.93, 1.03), 1, random.between(0.88, 1.03)]
  for (let row = 0, at = 0; row < height; row++) {
    const v = row / height
    for (let column = 0; column < width; column++) {
      const u = column / width
      const near = Math.exp(-((u - shadowX) ** 2 + (v - shadowY) ** 2) * 9)
      const light = (1 + slopeX * (u - 0.5) + slopeY * (v - 0.5)) * (1 - depth * near)
      const grain = random.between(-noise, noise)
      for (let c = 0; c < 3; c++, at++)
        data[at] = Math.min(255, Math.max(0, data[at]! * light * cast[c]! + grain))
    }
  }
}

function unitPage(proportion: number): readonly Point[] {
  const halfWidth = Math.sqrt(proportion) / 2
  const halfHeight = 1 / Math.sqrt(proportion) / 2
  return boxQuad({ left: -halfWidth, top: -halfHeight, right: halfWidth, bottom: halfHeight })
}

function turned([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

/** Rotates the page's plane about the axis perpendicular to the azimuth; z grows away from the camera. */
function tilted([x, y]: Point, pose: Pose): readonly [number, number, number] {
  const tilt = (pose.tiltDegrees * Math.PI) / 180
  const [along, across] = turned([x, y], -pose.azimuthDegrees)
  const [px, py] = turned([along * Math.cos(tilt), across], pose.azimuthDegrees)
  return [px, py, along * Math.sin(tilt)]
}

function projected(
  page: readonly (readonly [number, number, number])[],
  distance: number,
  long: number,
): Quad {
  const at = ([x, y, z]: readonly [number, number, number]): Point => {
    const scale = (focalLength * long) / Math.max(0.05, z + distance)
    return [x * scale, y * scale]
  }
  return [at(page[0]!), at(page[1]!), at(page[2]!), at(page[3]!)]
}

function exceeds(quad: Quad, frame: { width: number; height: number }): boolean {
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values)
  return (
    extent(quad.map(([x]) => x)) > frame.width * 0.98 || extent(quad.map(([, y]) => y)) > frame.height * 0.98
  )
}

function centred(quad: Quad, frame: { width: number; height: number }): Quad {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const dx = frame.width / 2 - middle(quad.map(([x]) => x))
  const dy = frame.height / 2 - middle(quad.map(([, y]) => y))
  return quad.map(([x, y]): Point => [x + dx, y + dy]) as unknown as Quad
}

function sample({ width, height, data }: Raster, [x, y]: Point, channel: number): number {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)))
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const u = Math.min(1, Math.max(0, x - left))
  const v = Math.min(1, Math.max(0, y - top))
  const at = (row: number, column: number) => data[(row * width + column) * 3 + channel]!
  return (
    (at(top, left) * (1 - u) + at(top, right) * u) * (1 - v) +
    (at(bottom, left) * (1 - u) + at(bottom, right) * u) * v
  )
}
