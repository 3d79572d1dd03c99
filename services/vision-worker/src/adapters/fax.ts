import type { Size } from '@equerre/geometry/spaces'
import sharp from 'sharp'
import type { GrayImage } from '../core/pixels.ts'

/** ITU-T T.6 (Group 4): one bit per pixel, 0 is black. */
export type Fax = Size & { readonly bytes: Uint8Array }

/** TIFF's tiles are multiples of this, in pixels. */
export const tileStep = 16

/**
 * Codes a picture of 0 and 255 whose sides are multiples of `tileStep`: libtiff writes it into a TIFF of a single tile, whose
 * bytes are the stream that PDF wants.
 */
export async function encodeFax({ width, height, data }: GrayImage): Promise<Fax> {
  const file = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({
      compression: 'ccittfax4',
      bitdepth: 1,
      miniswhite: true,
      tile: true,
      tileWidth: width,
      tileHeight: height,
    })
    .toBuffer()
  const { offset, length } = onlyTile(file)
  return { width, height, bytes: file.subarray(offset, offset + length) }
}

/** TIFF 6.0: the tags TileOffsets and TileByteCounts of the first directory. */
function onlyTile(file: Buffer): { offset: number; length: number } {
  const tags = new Map<number, number>()
  const directory = file.readUInt32LE(4)
  for (let i = 0; i < file.readUInt16LE(directory); i++) {
    const entry = directory + 2 + i * 12
    tags.set(file.readUInt16LE(entry), file.readUInt32LE(entry + 8))
  }
  return { offset: tags.get(324)!, length: tags.get(325)! }
}
