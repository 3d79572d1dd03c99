import { cameraOf, measureProportions } from '@equerre/geometry/proportions'
import { quadInPixels, type PreviewPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Corners, PageInfo } from '@equerre/contract/detourage'
import type { Context } from '../context.ts'
import { flatShape, shapeOf, type Shape } from '../core/flatten/flatten.ts'
import { isWholeSized } from '../core/rectify/frame.ts'
import type { Preview } from './load-preview.ts'

type Seen = { readonly preview: Preview; readonly zone: { readonly corners: Corners } }

/** The shape of the page's sheet. Only photographed paper bends: whole scans and drawn pages are not looked at. */
export async function seeShape(
  { pageInfo: { kind, focal } }: { readonly pageInfo: Pick<PageInfo, 'kind' | 'focal'> },
  { preview: { image }, zone: { corners } }: Seen,
  { warp, timed }: Pick<Context, 'warp' | 'timed'>,
): Promise<Shape> {
  if (kind !== 'photo' || isWholeSized(corners)) return flatShape
  const quad = quadInPixels<PreviewPoint>(corners as RelativeQuad, image)
  const camera = cameraOf(image, focal)
  const { ratio } = measureProportions(quad, camera)
  // The likeliest comes first.
  return timed('flatten', () => shapeOf({ photo: image, quad, ratio, lens: camera.lenses[0]! }, warp))
}
