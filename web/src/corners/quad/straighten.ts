import { homographyBetween } from '@equerre/geometry/homography'
import { paperOfProportions } from '@equerre/geometry/likely-papers'
import { paperRatio, type PaperName } from '@equerre/geometry/paper'
import { cameraOf, measureProportions } from '@equerre/geometry/proportions'
import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'

/** Interleaved 8-bit RGBA. */
export type Pixels = Size & { readonly data: Uint8ClampedArray }

/** What determines the shape of a page besides its corners. */
export type PageFacts = {
  readonly paper: PaperName | 'auto' | 'none'
  /** Size of the picture that the corners are in. */
  readonly frame: Size
  /** Focal length in long sides of the frame, if the file records it. */
  readonly focal: number | undefined
}

/**
 * Size of the straightened page fitted to `box`, in its measured proportions or those of its paper, computed as
 * the service does, except that cards, which it tells by their corners, keep their measured proportions here.
 * @param quad in frame pixels, clockwise from the page's own top left
 */
export function pageShape(quad: Quad, { paper, frame, focal }: PageFacts, box: Size): Size {
  const measured = measureProportions(quad, cameraOf(frame, focal))
  const name = paper === 'auto' ? paperOfProportions(measured) : paper
  const forced = name === null || name === 'none' ? null : paperRatio(name)
  const upright = forced === null ? measured.ratio : measured.ratio > 1 ? forced : 1 / forced
  const width = Math.min(box.width, box.height * upright)
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / upright)) }
}

/**
 * Warps the zone of `source` to a rectangle: maps each pixel centre through the homography and interpolates
 * bilinearly, as the service does; outside the source its border colour is repeated.
 * @param quad in the source's pixels, clockwise from the page's own top left
 */
export function straighten(
  source: Pixels,
  quad: Quad,
  { width, height }: Size,
): Uint8ClampedArray<ArrayBuffer> {
  const target: Quad = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const [a, b, c, d, e, f, g, h, i] = homographyBetween(target, quad)
  const out = new Uint8ClampedArray(width * height * 4)
  const blend = blender(source, out)
  for (let row = 0; row < height; row++) {
    const v = row + 0.5
    for (let column = 0; column < width; column++) {
      const u = column + 0.5
      const w = g * u + h * v + i
      blend((a * u + b * v + c) / w, (d * u + e * v + f) / w, (row * width + column) * 4)
    }
  }
  return out
}

/** Writes the bilinearly interpolated colour of `source` at (x, y) to the pixel of `out` at byte `at`. */
function blender({ width, height, data }: Pixels, out: Uint8ClampedArray) {
  return (x: number, y: number, at: number): void => {
    const px = Math.min(width - 1, Math.max(0, x - 0.5))
    const py = Math.min(height - 1, Math.max(0, y - 0.5))
    const left = Math.floor(px)
    const top = Math.floor(py)
    const u = px - left
    const v = py - top
    const above = (top * width + left) * 4
    const across = left + 1 < width ? 4 : 0
    const below = above + (top + 1 < height ? width * 4 : 0)
    for (let channel = 0; channel < 4; channel++) {
      const upper = data[above + channel]! * (1 - u) + data[above + across + channel]! * u
      const lower = data[below + channel]! * (1 - u) + data[below + across + channel]! * u
      out[at + channel] = upper * (1 - v) + lower * v
    }
  }
}
