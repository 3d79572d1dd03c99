import { cameraOf, measureProportions } from '@equerre/geometry/proportions'
import { quadInPixels, type PreviewPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Corners, PageInfo } from '@equerre/contract/detourage'
import type { Context } from '../context.ts'
import { flatShape, shapeOf, type Seen, type Shape } from '../core/flatten/flatten.ts'
import type { RgbImage } from '../core/pixels.ts'
import { isWholeSized } from '../core/rectify/frame.ts'
import type { Preview } from './load-preview.ts'

type Looked = { readonly preview: Preview; readonly zone: { readonly corners: Corners } }

/** The shape of the page's sheet. Only photographed paper bends: whole scans and drawn pages are not looked at. */
export async function seeShape(
  { pageInfo: { kind, focal } }: { readonly pageInfo: Pick<PageInfo, 'kind' | 'focal'> },
  { preview: { image }, zone: { corners } }: Looked,
  { warp, bendModel, timed }: Pick<Context, 'warp' | 'bendModel' | 'timed'>,
): Promise<Shape> {
  if (kind !== 'photo' || isWholeSized(corners)) return flatShape
  const askBend = await bendModel()
  return timed('flatten', () => shapeOf(framedBy(corners as RelativeQuad, image, focal), { warp, askBend }))
}

/** @param focal the camera's focal length, in long sides of the photograph; a phone's usual one where it is not known */
export function framedBy(corners: RelativeQuad, photo: RgbImage, focal: PageInfo['focal']): Seen {
  const quad = quadInPixels<PreviewPoint>(corners, photo)
  const camera = cameraOf(photo, focal)
  // The likeliest comes first.
  return { photo, quad, ratio: measureProportions(quad, camera).ratio, lens: camera.lenses[0]! }
}
