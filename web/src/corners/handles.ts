import { pointBetween, pointDistance } from '@equerre/geometry/point'
import type { Point } from '@equerre/geometry/point'
import { quadFromCorners } from '@equerre/geometry/quad'
import type { PreviewQuad, Size } from '@equerre/geometry/spaces'

type Index = 0 | 1 | 2 | 3

/** What one takes hold of: a corner, or the side that begins at the corner of that index. */
export type Handle = { readonly kind: 'corner' | 'side'; readonly index: Index }

const indices: readonly Index[] = [0, 1, 2, 3]

/** All handles in reading order around the zone: corner, side, corner, side … */
export const handles: readonly Handle[] = indices.flatMap((index): Handle[] => [
  { kind: 'corner', index },
  { kind: 'side', index },
])

/** How far outside the photo a corner may lie, as a share of the photo: what the service accepts. */
const outsideMax = 0.25
/** A side must be this much nearer than a corner to be taken: corners are what one mostly wants. */
const sideHandicap = 1.3

export function sameHandle(a: Handle | null, b: Handle | null): boolean {
  return a?.kind === b?.kind && a?.index === b?.index
}

/** The corner that lies top left in the photo: a quad itself begins at the page's own top left, however the page lies. */
export function topLeftIndex(quad: PreviewQuad): Index {
  return quad.indexOf(quadFromCorners(quad)[0]) as Index
}

/** Where a corner lies in the photo, or the side that begins at it: 0 for top left, or top, and on clockwise. */
export function placeInPhoto(quad: PreviewQuad, index: Index): Index {
  return ((index - topLeftIndex(quad) + 4) % 4) as Index
}

/** The corner that lies at a place in the photo. */
export function cornerAt(quad: PreviewQuad, place: Index): Index {
  return ((place + topLeftIndex(quad)) % 4) as Index
}

/** `quad` begun at the place in the photo where `model` begins, so that both are read in the same direction. */
export function readLike(quad: PreviewQuad, model: PreviewQuad): PreviewQuad {
  const first = cornerAt(quad, placeInPhoto(model, 0))
  return indices.map((index) => quad[(first + index) % 4]) as unknown as PreviewQuad
}

/** Where a handle lies, in the quad's pixels: the corner itself, or the middle of its side. */
export function handlePlace(quad: PreviewQuad, { kind, index }: Handle): Point {
  return kind === 'corner' ? quad[index] : pointBetween(quad[index], quad[after(index)], 0.5)
}

/** The handle to take for a press at `point`, wherever that is; in the quad's pixels. */
export function nearestHandle(quad: PreviewQuad, point: Point): Handle {
  const distance = (handle: Handle) =>
    pointDistance(handlePlace(quad, handle), point) * (handle.kind === 'side' ? sideHandicap : 1)
  return handles.reduce((best, handle) => (distance(handle) < distance(best) ? handle : best))
}

/**
 * The quad after a handle was moved `by` so many pixels, no further outside the photo than the service accepts. A corner
 * follows the move; a side moves square to itself, so that it keeps its direction.
 */
export function moveHandle(
  quad: PreviewQuad,
  { handle, by }: { readonly handle: Handle; readonly by: Point },
  size: Size,
): PreviewQuad {
  const { kind, index } = handle
  const moved = kind === 'corner' ? [index] : [index, after(index)]
  const shift = kind === 'corner' ? by : across(quad[index], quad[after(index)], by)
  return quad.map((corner, i) =>
    moved.includes(i as Index) ? clamped([corner[0] + shift[0], corner[1] + shift[1]], size) : corner,
  ) as unknown as PreviewQuad
}

/** The same zone with its reading direction turned: what was the bottom left becomes the top left. */
export function turned([a, b, c, d]: PreviewQuad, direction: 1 | -1): PreviewQuad {
  return direction === 1 ? [d, a, b, c] : [b, c, d, a]
}

function after(index: Index): Index {
  return ((index + 1) % 4) as Index
}

/** The part of `by` that is square to the line from `a` to `b`. */
function across(a: Point, b: Point, by: Point): Point {
  const length = pointDistance(a, b) || 1
  const normal: Point = [(a[1] - b[1]) / length, (b[0] - a[0]) / length]
  const amount = by[0] * normal[0] + by[1] * normal[1]
  return [normal[0] * amount, normal[1] * amount]
}

function clamped([x, y]: Point, { width, height }: Size): Point {
  const within = (value: number, side: number) =>
    Math.min((1 + outsideMax) * side, Math.max(-outsideMax * side, value))
  return [within(x, width), within(y, height)]
}
