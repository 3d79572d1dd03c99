import type { PhotoPoint, PhotoQuad, Size } from '@equerre/geometry/spaces'

/** EXIF orientation: 1 is upright, 2 to 8 are the other rotations and mirrorings. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Maps an upright point into the stored image, given the upright image's size. */
const stored: Readonly<Record<Orientation, (point: PhotoPoint, size: Size) => PhotoPoint>> = {
  1: (point) => point,
  2: ([x, y], { width }) => [width - x, y],
  3: ([x, y], { width, height }) => [width - x, height - y],
  4: ([x, y], { height }) => [x, height - y],
  5: ([x, y]) => [y, x],
  6: ([x, y], { width }) => [y, width - x],
  7: ([x, y], { width, height }) => [height - y, width - x],
  8: ([x, y], { height }) => [height - y, x],
}

/** The stored image's size from the upright one's, or vice versa. */
export function storedSize({ width, height }: Size, orientation: Orientation): Size {
  return orientation < 5 ? { width, height } : { width: height, height: width }
}

/**
 * The quad's corners in the stored image, in the same order, which may reverse its winding.
 * @param quad pixels of the upright image, whose size is `upright`
 */
export function storedQuad(quad: PhotoQuad, upright: Size, orientation: Orientation): PhotoQuad {
  const [a, b, c, d] = quad
  const place = (point: PhotoPoint) => stored[orientation](point, upright)
  return [place(a), place(b), place(c), place(d)]
}
