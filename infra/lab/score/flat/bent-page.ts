import { homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import { quadToRelative, type PhotoPoint, type RelativeQuad, type Size } from '@equerre/geometry/spaces'
import { photographBent, type BendKind } from '@equerre/testkit/pictures/bent'
import type { BentPhoto } from '@equerre/testkit/pictures/bent-paper'
import { paperworkKinds, writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { createRandom } from '@equerre/testkit/pictures/random'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import { latticeOf } from '@equerre/vision-worker/src/core/flatten/lattice.ts'
import type { Sheet } from '@equerre/vision-worker/src/core/flatten/sheet.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { sourceOf } from '@equerre/vision-worker/src/core/rectify/warp.ts'
import { drawPaperwork } from '@equerre/vision-worker/test/paperwork-page.ts'
import sharp from 'sharp'

/** A scanner's resolution, at which pages are drawn, and the photographs' size. */
const drawnDpi = 200
const frame = { width: 1800, height: 2400 }
/** Corners are found a thousandth of the picture's diagonal off. */
const cornerPx = 3
/** A4's longer side at 300 dpi: text is not read better on more. */
const longPxMax = 3508

/** A letter, invoice or receipt that was bent and photographed. */
export type BentPage = {
  readonly name: string
  readonly work: Paperwork
  readonly shot: BentPhoto
  readonly preview: RgbImage
  /** Its corners as they were found, on the photograph and relative to it. */
  readonly quad: Quad
  readonly corners: RelativeQuad
}

export async function bentPage(bend: BendKind, seed: number): Promise<BentPage> {
  const random = createRandom(seed)
  const work = await writePaperwork(paperworkKinds[seed % paperworkKinds.length]!, seed)
  const background = random.pick(['plain', 'wood', 'fabric', 'marble', 'tiles'] as const)
  const shot = photographBent(await drawPaperwork(work, drawnDpi), { seed, bend, background, ...frame })
  const quad = shot.corners.map(([x, y]) => [
    x + random.between(-cornerPx, cornerPx),
    y + random.between(-cornerPx, cornerPx),
  ]) as unknown as Quad<PhotoPoint>
  const preview = await reduced(shot.photo)
  return { name: `${bend}-${seed}`, work, shot, preview, quad, corners: quadToRelative(quad, frame) }
}

async function reduced({ width, height, data }: RgbImage): Promise<RgbImage> {
  const made = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: previewLongSide, height: previewLongSide, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: made.info.width, height: made.info.height, data: new Uint8Array(made.data) }
}

/** A picture of a page that was made of a photograph, and what takes its pixels to that one's. */
export type Cut = { readonly image: RgbImage; readonly source: ReturnType<typeof sourceOf> }

/** A page on a photograph: its corners, its size in any unit, and its shape where it is to be flattened. */
type Framed = { readonly quad: Quad; readonly paper: Size; readonly sheet: Sheet | null }

const { warp } = chooseWarp()

/** As finely as the photograph shows it. */
export function cutOut(photo: RgbImage, { quad, paper, sheet }: Framed): Cut {
  const [top, right, bottom, left] = quadSideLengths(quad)
  const finest = Math.max(top / paper.width, right / paper.height, bottom / paper.width, left / paper.height)
  const scale = Math.min(finest, longPxMax / Math.max(paper.width, paper.height))
  const size: Size = { width: Math.round(paper.width * scale), height: Math.round(paper.height * scale) }
  const result = { ...size, lattice: sheet ? latticeOf(sheet, size) : undefined }
  const map = homographyBetween(frameQuad(size), quad)
  return { image: warp(photo, map, result), source: sourceOf(map, result) }
}
