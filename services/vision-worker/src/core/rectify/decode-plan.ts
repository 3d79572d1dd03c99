import type { PhotoPoint, PhotoQuad, Size } from '@equerre/geometry/spaces'

/** The part of the photograph that is decoded, and how large. */
type DecodePlan = {
  /** Size to which the whole upright photograph is brought. */
  readonly size: Size
  /** The part of that which is kept, in its pixels. */
  readonly region: Size & { readonly left: number; readonly top: number }
  /** The quad in the region's pixels. */
  readonly quad: PhotoQuad
}

/** Above this many photo pixels per output pixel, interpolation alone would turn text into moiré. */
const reductionMax = 1.5
/** What is left for the warp to reduce after a filtered reduction. */
const reductionLeft = 1.2
/** Interpolation looks one pixel beyond the quad. */
const marginPx = 2

/** Decodes no more pixels than the output needs: fewer by a filtered reduction, and only around the quad. */
export function planDecode(photo: Size, quad: PhotoQuad, reduction: number): DecodePlan {
  const scale = reduction > reductionMax ? reductionLeft / reduction : 1
  const size = {
    width: Math.max(1, Math.round(photo.width * scale)),
    height: Math.max(1, Math.round(photo.height * scale)),
  }
  const scaled = quad.map(
    ([x, y]) => [(x * size.width) / photo.width, (y * size.height) / photo.height] as const,
  )
  const across = span(scaled.map(([x]) => x), size.width) // prettier-ignore
  const down = span(scaled.map(([, y]) => y), size.height) // prettier-ignore
  const moved = scaled.map(([x, y]): PhotoPoint => [x - across.from, y - down.from])
  return {
    size,
    region: {
      left: across.from,
      top: down.from,
      width: across.to - across.from,
      height: down.to - down.from,
    },
    quad: moved as unknown as PhotoQuad,
  }
}

/** Whole pixels that cover the values, at least one of them inside the image. */
function span(values: readonly number[], end: number): { from: number; to: number } {
  const from = Math.min(end - 1, Math.max(0, Math.floor(Math.min(...values)) - marginPx))
  const to = Math.max(from + 1, Math.min(end, Math.ceil(Math.max(...values)) + marginPx))
  return { from, to }
}
