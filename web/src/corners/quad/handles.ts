import { pointBetween, pointDistance } from '@equerre/geometry/point'
import type { Point } from '@equerre/geometry/point'
import type { PreviewQuad, Size } from '@equerre/geometry/spaces'

export type Index = 0 | 1 | 2 | 3

/** A drag handle: a corner, or the side that starts at the corner of that index. */
export type Handle = { readonly kind: 'corner' | 'side'; readonly index: Index }

const indices: readonly Index[] = [0, 1, 2, 3]

/** All handles in order around the zone: corner, side, corner, side … */
export const handles: readonly Handle[] = indices.flatMap((index): Handle[] => [
  { kind: 'corner', index },
  { kind: 'side', index },
])

/** How far outside the photo a corner may lie, as a share of the photo: what the service accepts. */
const outsideMax = 0.25
/** A side must be this many times closer than a corner to be picked: corners are usually meant. */
const sideHandicap = 1.3

export function sameHandle(a: Handle | null, b: Handle | null): boolean {
  return a?.kind === b?.kind && a?.index === b?.index
}

/** Position of a handle, in the quad's pixels: the corner, or the middle of the side. */
export function handlePlace(quad: PreviewQuad, { kind, index }: Handle): Point {
  return kind === 'corner' ? quad[index] : pointBetween(quad[index], quad[after(index)], 0.5)
}

/** The handle a press at `point` picks, however far away; in the quad's pixels. */
export function nearestHandle(quad: PreviewQuad, point: Point): Handle {
  const distance = (handle: Handle) =>
    pointDistance(handlePlace(quad, handle), point) * (handle.kind === 'side' ? sideHandicap : 1)
  return handles.reduce((best, handle) => (distance(handle) < distance(best) ? handle : best))
}

/**
 * Moves a handle `by` pixels, no further outside the photo than the service accepts. A corner follows the move;
 * a side moves perpendicular to itself, so that it keeps its direction.
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

function after(index: Index): Index {
  return ((index + 1) % 4) as Index
}

/** The component of `by` perpendicular to the line from `a` to `b`. */
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
