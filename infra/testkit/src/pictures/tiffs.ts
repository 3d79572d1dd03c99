import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** An image of a TIFF file and how its directory describes it. */
type TiffPart = {
  /** Any picture that sharp reads. */
  readonly picture: Uint8Array
  /** NewSubfileType: 1 is a reduced version of another image, 2 a page, 4 a mask. */
  readonly subfileType?: number
  /** Its pixels are garbage, while its directory is sound. */
  readonly damaged?: boolean
}

/** Entries of a directory, as tag, type (3 SHORT, 4 LONG) and value. */
type Entry = readonly [tag: number, type: 3 | 4, value: number]

const headBytes = 8
const entryBytes = 12

/** A TIFF file of several images, each of its own size, compressed as zip in one strip. */
export async function tiffOfPages(parts: readonly TiffPart[]): Promise<Buffer> {
  const head = Buffer.alloc(headBytes)
  head.write('II', 'latin1')
  head.writeUInt16LE(42, 2)
  const blocks: Buffer[] = [head]
  let end = headBytes
  let linkAt: { readonly block: Buffer; readonly at: number } = { block: head, at: 4 }
  for (const part of parts) {
    const { strip, entries } = await partOf(part)
    const directory = directoryOf([...entries, [273, 4, end], [279, 4, strip.length]])
    linkAt.block.writeUInt32LE(end + strip.length, linkAt.at)
    linkAt = { block: directory, at: directory.length - 4 }
    blocks.push(strip, directory)
    end += strip.length + directory.length
  }
  return Buffer.concat(blocks)
}

async function partOf({ picture, subfileType, damaged = false }: TiffPart) {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const strip = damaged ? Buffer.alloc(4_000, 0x5a) : even(deflateSync(data))
  const entries: Entry[] = [
    ...(subfileType === undefined ? [] : [[254, 4, subfileType] as const]),
    [256, 4, info.width],
    [257, 4, info.height],
    [258, 3, 8],
    [259, 3, 8],
    [262, 3, 1],
    [277, 3, 1],
    [278, 4, info.height],
  ]
  return { strip, entries }
}

/** A directory must begin at an even place. */
function even(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
}

function directoryOf(entries: readonly Entry[]): Buffer {
  const directory = Buffer.alloc(2 + entries.length * entryBytes + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [i, [tag, type, value]] of entries.toSorted(([a], [b]) => a - b).entries()) {
    const at = 2 + i * entryBytes
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(1, at + 4)
    directory.writeUInt32LE(value, at + 8)
  }
  return directory
}

const tiles = { tile: true, tileWidth: 64, tileHeight: 64 } as const

function grey(width: number, height: number, level: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: level, g: level, b: level } } })
}

/** A picture of one tone. */
export function greyPng(width: number, height: number, level = 128): Promise<Buffer> {
  return grey(width, height, level).png().toBuffer()
}

/** A TIFF of one tone with its smaller versions, each half as large, as viewers of large pictures want it. */
export function pyramidTiff(
  width: number,
  height: number,
  { bigtiff }: { readonly bigtiff: boolean },
): Promise<Buffer> {
  return grey(width, height, 128)
    .tiff({ pyramid: true, ...tiles, bigtiff })
    .toBuffer()
}

/** A TIFF of one image in tiles. */
export function tiledTiff(width: number, height: number): Promise<Buffer> {
  return grey(width, height, 128).tiff(tiles).toBuffer()
}

/** A TIFF whose rows run as `orientation` says. */
export function turnedTiff(width: number, height: number, orientation: number): Promise<Buffer> {
  return grey(width, height, 128).withMetadata({ orientation }).tiff().toBuffer()
}
