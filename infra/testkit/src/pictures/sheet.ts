import { pointBetween } from '@equerre/geometry/point'
import type { Quad } from '@equerre/geometry/quad'
import sharp from 'sharp'
import { paintBackground, type BackgroundKind } from './background.ts'
import { expose, pastePage } from './camera.ts'
import { createRandom } from './random.ts'
import { createRaster, type Raster } from './raster.ts'

type Table = {
  readonly seed: number
  readonly width: number
  readonly height: number
  readonly background: BackgroundKind
}

/** Reads a drawn sheet for photographing. */
export async function readSheet(png: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/**
 * Photographs a sheet that lies at `corners`, in pixels of the photograph; the same table always looks the
 * same.
 */
export function photographSheet(sheet: Raster, corners: Quad, table: Table): Raster {
  const random = createRandom(table.seed)
  const photo = createRaster(table.width, table.height, [128, 128, 128])
  paintBackground(photo, table.background, random)
  pastePage(photo, sheet, corners)
  expose(photo, random)
  return photo
}

/** The corners at fraction `t` of the way from `from` (0) to `to` (1). */
export function cornersBetween(from: Quad, to: Quad, t: number): Quad {
  const at = (index: 0 | 1 | 2 | 3) => pointBetween(from[index], to[index], t)
  return [at(0), at(1), at(2), at(3)]
}

/** Encodes a picture, or its central part at another size. */
export function encodeWebp(
  { data, width, height }: Raster,
  quality: number,
  size = { width, height },
): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: 'cover' })
    .webp({ quality, effort: 6 })
    .toBuffer()
}
