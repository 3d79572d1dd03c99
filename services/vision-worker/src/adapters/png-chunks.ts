import type { Size } from '@equerre/geometry/spaces'

type Png = Size & { readonly channels: 1 | 3; readonly pixels: Uint8Array }

/** Where the chunks begin, after the signature; each is its length, its name, its bytes and a checksum of 4 bytes. */
const chunksAt = 8
/** By colour type: grey and RGB. */
const channelsOf: Readonly<Record<number, 1 | 3>> = { 0: 1, 2: 3 }

/**
 * The compressed pixels of a PNG as one zlib stream (PNG, third edition, 5.2 and 10.1).
 * @throws Error for palettes, alpha, other depths than 8 bits and interlacing
 */
export function readPng(file: Uint8Array): Png {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const parts: Buffer[] = []
  for (let at = chunksAt; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  const header = bytes.subarray(chunksAt + 8)
  const [depth, colour, interlaced] = [header[8], header[9], header[12]]
  const channels = channelsOf[colour ?? -1]
  if (depth !== 8 || interlaced !== 0 || !channels)
    throw new Error(`PNG of ${depth} bits, colour type ${colour}`)
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    channels,
    pixels: Buffer.concat(parts),
  }
}
