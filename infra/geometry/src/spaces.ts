import type { Point } from './point.ts'
import type { Quad } from './quad.ts'

declare const space: unique symbol

/** A position in the upright photograph at full size, in its pixels. */
export type PhotoPoint = Point & { readonly [space]?: 'photo' }
/** A position in the preview (long side at most 1600 px), in its pixels. */
export type PreviewPoint = Point & { readonly [space]?: 'preview' }
/** A position in the small image that detection works on, in its pixels. */
export type WorkPoint = Point & { readonly [space]?: 'work' }
/**
 * A position relative to the upright page, as on the wire: 0 is the left or top border, 1 the right or bottom
 * one.
 */
type RelativePoint = Point & { readonly [space]?: 'relative' }

export type PhotoQuad = Quad<PhotoPoint>
export type PreviewQuad = Quad<PreviewPoint>
export type WorkQuad = Quad<WorkPoint>
export type RelativeQuad = Quad<RelativePoint>

/** Width and height of an upright image in its own pixels. */
export type Size = { readonly width: number; readonly height: number }

/** The whole frame, relative: clockwise from the top left. */
export const wholeFrame: RelativeQuad = [relative(0, 0), relative(1, 0), relative(1, 1), relative(0, 1)]

/** Whether the corners are those of the whole picture, starting at any of them: a page may lie turned. */
export function isWholeFrame(quad: Quad): boolean {
  return quad.flat().every((share) => share === 0 || share === 1)
}

/** Relative corners → pixels of an image of that size; the caller names the space of that image. */
export function quadInPixels<Target extends PhotoPoint | PreviewPoint | WorkPoint>(
  quad: RelativeQuad,
  size: Size,
): Quad<Target> {
  const [a, b, c, d] = quad
  const scale = ([x, y]: RelativePoint) => [x * size.width, y * size.height] as const as unknown as Target
  return [scale(a), scale(b), scale(c), scale(d)]
}

/** Pixels of an image of that size → relative corners, the inverse of `quadInPixels`. */
export function quadToRelative(quad: Quad<PhotoPoint | PreviewPoint | WorkPoint>, size: Size): RelativeQuad {
  const [a, b, c, d] = quad
  const scale = ([x, y]: Point) => relative(x / size.width, y / size.height)
  return [scale(a), scale(b), scale(c), scale(d)]
}

function relative(x: number, y: number): RelativePoint {
  return [x, y] as const as unknown as RelativePoint
}
