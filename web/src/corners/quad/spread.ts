import { homographyApply, homographyFromSquare } from '@equerre/geometry/homography'
import type { PreviewPoint, PreviewQuad } from '@equerre/geometry/spaces'

/** Where the fold of an open book crosses its width, from its left, 0 to 1. */
export const folds = { least: 0.3, middle: 0.5, most: 0.7, step: 0.005 } as const

/** Both pages of an open book, in reading order, each clockwise from its own top left. @param spread likewise */
export function pagesOfSpread(spread: PreviewQuad, fold: number): readonly [PreviewQuad, PreviewQuad] {
  const [topLeft, topRight, bottomRight, bottomLeft] = spread
  const toPhoto = homographyFromSquare(spread)
  const top = homographyApply(toPhoto, [fold, 0]) as PreviewPoint
  const bottom = homographyApply(toPhoto, [fold, 1]) as PreviewPoint
  return [
    [topLeft, top, bottom, bottomLeft],
    [top, topRight, bottomRight, bottom],
  ]
}
