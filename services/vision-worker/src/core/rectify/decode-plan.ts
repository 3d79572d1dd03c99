import { boxQuad, frameQuad, type Quad } from '@equerre/geometry/quad'
import { homographyApply, homographyBetween, type Homography } from '@equerre/geometry/homography'
import type { PhotoPoint, PhotoQuad, Size } from '@equerre/geometry/spaces'

/** Which part of the photograph to decode, at what scale, and how the page lies in it. */
type DecodePlan = {
  /** Size to which the whole photograph is scaled. */
  readonly size: Size
  /** The part of it to keep, in its pixels. */
  readonly region: Size & { readonly left: number; readonly top: number }
  /** Maps positions on the page to positions in the region, both in pixels. */
  readonly map: Homography
}

/** By how many of its pixels a page reaches beyond its corners' own rectangle. */
export type Overhang = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const none: Overhang = { left: 0, top: 0, right: 0, bottom: 0 }

/** Interpolation reads one pixel beyond the quad. */
const marginPx = 2

/**
 * Decodes no more pixels than the page needs: only around the quad, and reduced by a power of two in each direction, which
 * makes decoding cheaper still. The warp filters whatever reduction remains.
 * @param quad pixels of the photograph; its first corner is the page's top left, in either winding
 * @param page its size, and its overhang where it is bent
 */
export function planDecode(
  photo: Size,
  quad: PhotoQuad,
  { overhang = none, ...page }: Size & { readonly overhang?: Overhang | undefined },
): DecodePlan {
  const halvings = Math.max(0, Math.floor(Math.log2(leastReduction(pageMap(quad, page), page))))
  const size = {
    width: Math.max(1, Math.floor(photo.width / 2 ** halvings)),
    height: Math.max(1, Math.floor(photo.height / 2 ** halvings)),
  }
  const scaled = quad.map(
    ([x, y]) => [(x * size.width) / photo.width, (y * size.height) / photo.height] as const,
  )
  const seen = outline(pageMap(scaled as unknown as PhotoQuad, page), page, overhang)
  const across = span(
    seen.map(([x]) => x),
    size.width,
  )
  const down = span(
    seen.map(([, y]) => y),
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

function outline(map: Homography, { width, height }: Size, { left, top, right, bottom }: Overhang): Quad {
  const box = boxQuad({ left: -left, top: -top, right: width + right, bottom: height + bottom })
  return box.map((corner) => homographyApply(map, corner)) as unknown as Quad
}

function pageMap(quad: PhotoQuad, { width, height }: Size): Homography {
  return homographyBetween(frameQuad({ width, height }), quad)
}

/** Fewest photo pixels per page pixel along either side, which along a line is always at one of its ends. */
function leastReduction([a, b, c, d, e, f, g, h, i]: Homography, { width, height }: Size): number {
  const corners = frameQuad({ width, height })
  const at = corners.flatMap(([x, y]) => {
    const w = g * x + h * y + i
    const [sx, sy] = [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
    return [Math.hypot(a - sx * g, d - sy * g) / w, Math.hypot(b - sx * h, e - sy * h) / w]
  })
  return Math.min(...at.map(Math.abs))
}

/** The whole pixels covering the values, with at least one inside the image. */
function span(values: readonly number[], end: number): { from: number; to: number } {
  const from = Math.min(end - 1, Math.max(0, Math.floor(Math.min(...values)) - marginPx))
  const to = Math.max(from + 1, Math.min(end, Math.ceil(Math.max(...values)) + marginPx))
  return { from, to }
}
