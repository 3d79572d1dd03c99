import type { DetectResult } from '@equerre/contract/jobs'
import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Quad } from '@equerre/geometry/quad'
import { quadToRelative, type PreviewPoint, type PreviewQuad, type Size } from '@equerre/geometry/spaces'
import { cornersOf, type Look } from '../../flatten/look.ts'
import { wireCorners } from '../answer/wire-corners.ts'
import type { Gutter } from './gutter.ts'

/** Width of what may be two pages, divided by its height: two narrow paperbacks, two square albums. */
const ratioMin = 1.05
const ratioMax = 2.2

export function mayBeTwoPages(ratio: number): boolean {
  return ratio >= ratioMin && ratio <= ratioMax
}

/** Both pages of an open book on the preview, which share its gutter: the left one first, as they are read. */
export function pagesBeside(
  quad: PreviewQuad,
  { gutter, page }: { gutter: Gutter } & Pick<Look, 'page'>,
): readonly [PreviewQuad, PreviewQuad] {
  const [topLeft, topRight, bottomRight, bottomLeft] = quad
  const seen = homographyBetween(cornersOf(page), quad as Quad)
  const [top, bottom] = gutter.map((end) => homographyApply(seen, end)) as unknown as [
    PreviewPoint,
    PreviewPoint,
  ]
  return [
    [topLeft, top, bottom, bottomLeft],
    [top, topRight, bottomRight, bottom],
  ]
}

/** The pages as documents, of which is known what is known of their sheet. */
export function pageDocuments(
  { documents: [sheet] }: Pick<DetectResult, 'documents'>,
  pages: readonly [PreviewQuad, PreviewQuad],
  frame: Size,
): NonNullable<DetectResult['facingPages']> {
  const [left, right] = pages.map((quad) => ({
    ...sheet!,
    corners: wireCorners(quadToRelative(quad, frame)),
  }))
  return [left!, right!]
}
