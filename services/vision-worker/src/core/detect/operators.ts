import type { Point } from '@equerre/geometry/point'
import type { GrayImage } from '../pixels.ts'

/** The image operations that detection borrows from a vision library: pure functions. */
export type Operators = {
  /** Gaussian blur; `sizePx` is odd. */
  readonly blur: (image: GrayImage, sizePx: number) => GrayImage
  /** Edges one pixel thin, after J. Canny (1986), as a mask of 0 and 255; thresholds on the L1 Sobel gradient. */
  readonly edges: (image: GrayImage, thresholds: { readonly low: number; readonly high: number }) => GrayImage
  /** Morphological closing with a square: fills dark gaps narrower than `sizePx`. */
  readonly close: (image: GrayImage, sizePx: number) => GrayImage
  /**
   * Borders of the white regions and of their holes that are at least so long, in the mask's pixels (centres at .5), in no
   * order; of each at least the corners of its convex hull.
   */
  readonly outlines: (mask: GrayImage, lengthMin: number) => Point[][]
}
