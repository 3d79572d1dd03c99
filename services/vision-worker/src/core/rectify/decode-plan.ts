import { frameQuad } from '@equerre/geometry/quad'
import { homographyBetween, type Homography } from '@equerre/geometry/homography'
import type { PhotoPoint, PhotoQuad, Size } from '@equerre/geometry/spaces'

/** The part of the photograph that is decoded, how large, and how the page lies in it. */
type DecodePlan = {
  /** Size to which the whole photograph is brought. */
  readonly size: Size
  /** The part of that which is kept, in its pixels. */
  readonly region: Size & { readonly left: number; readonly top: number }
  /** Takes positions on the page to positions in the region, both in pixels. */
  readonly map: Homography
}

/** Interpolation looks one pixel beyond the quad. */
const marginPx = 2

/**
 * Decodes no more pixels than the page needs: half, a quarter … of them in each direction, which decoders do for less
 * than nothing, and only around the quad. What is left to reduce, the warp filters.
 * @param quad pixels of the photograph; its first corner is the page's top left, in either winding
 */
export function planDecode(photo: Size, quad: PhotoQuad, page: Size): DecodePlan {
  const halvings = Math.max(0, Math.floor(Math.log2(leastReduction(pageMap(quad, page), page))))
  const size = {
    width: Math.max(1, Math.floor(photo.width / 2 ** halvings)),
    height: Math.max(1, Math.floor(photo.height / 2 ** halvings)),
  }
  const scaled = quad.map(
    ([x, y]) => [(x * size.width) / photo.width, (y * size.height) / photo.height] as const,
  )
  const across = span(
    scaled.map(([x]) => x),
    size.width,
  )
  const down = span(
    scaled.map(([, y]) => y),
    size.height,
  )
  const moved = scaled.map(([x, y]): PhotoPoint => [x - across.from, y - down.from])
  return {
    size,
    region: {
      left: across.from,
      top: down.from,
      width: across.to - across.from,
      height: down.to - down.from,
    },
    map: pageMap(moved as unknown as PhotoQuad, page),
  }
}

function pageMap(quad: PhotoQuad, { width, height }: Size): Homography {
  return homographyBetween(frameQuad({ width, height }), quad)
}

/** Photo pixels per page pixel along either side where they are fewest; along a line that is at one of its ends. */
function leastReduction([a, b, c, d, e, f, g, h, i]: Homography, { width, height }: Size): number {
  const corners = frameQuad({ width, height })
  const at = corners.flatMap(([x, y]) => {
    const w = g * x + h * y + i
    const [sx, sy] = [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
    return [Math.hypot(a - sx * g, d - sy * g) / w, Math.hypot(b - sx * h, e - sy * h) / w]
  })
  return Math.min(...at.map(Math.abs))
}

/** Whole pixels that cover the values, at least one of them inside the image. */
function span(values: readonly number[], end: number): { from: number; to: number } {
  const from = Math.min(end - 1, Math.max(0, Math.floor(Math.min(...values)) - marginPx))
  const to = Math.max(from + 1, Math.min(end, Math.ceil(Math.max(...values)) + marginPx))
  return { from, to }
}
