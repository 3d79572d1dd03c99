import { heicFile } from './heic.ts'

type Tiling = { readonly width: number; readonly height: number; readonly tileSide: number }

/**
 * A HEIC file of a few hundred kilobytes whose header promises `width` × `height` pixels in tiles, as phones write their
 * largest photographs. All tiles are the same few bytes, and none has the size that it promises.
 */
export function tiledHeic({ width, height, tileSide }: Tiling): Buffer {
  const [columns, rows] = [Math.ceil(width / tileSide), Math.ceil(height / tileSide)]
  const tiles = Array.from({ length: columns * rows }, (_, index) => index + 2)
  const properties = [boxOf(heicFile('red'), 'hvcC'), extents(tileSide, tileSide), extents(width, height)]
  const associations = [entry(gridId, [3]), ...tiles.map((id) => entry(id, [1, 2]))]
  const meta = (mediaAt: number) =>
    fullBox('meta', [
      boxOf(heicFile('red'), 'hdlr'),
      fullBox('pitm', [u16(gridId)]),
      fullBox('iinf', [u16(tiles.length + 1), item(gridId, 'grid'), ...tiles.map((id) => item(id, 'hvc1'))]),
      box('iprp', [box('ipco', properties), fullBox('ipma', [u32(associations.length), ...associations])]),
      fullBox('iref', [box('dimg', [u16(gridId), u16(tiles.length), ...tiles.map(u16)])]),
      box('idat', [Buffer.from([0, 0, rows - 1, columns - 1]), u16(width), u16(height)]),
      locations([
        { id: gridId, inMeta: true, at: 0, bytes: 8 },
        ...tiles.map((id) => ({ id, inMeta: false, at: mediaAt, bytes: tile.length })),
      ]),
    ])
  const type = box('ftyp', [Buffer.from('heic\0\0\0\0mif1heic', 'latin1')])
  const mediaAt = type.length + meta(0).length + 8
  return Buffer.concat([type, meta(mediaAt), box('mdat', [tile])])
}

/** The grid comes first, its tiles follow. */
const gridId = 1
const tile = Buffer.from('0000001628 01af1980ef49a5bfffe0665ff5362ff85eb5a63e6e'.replaceAll(' ', ''), 'hex')

function locations(
  items: readonly {
    readonly id: number
    readonly inMeta: boolean
    readonly at: number
    readonly bytes: number
  }[],
): Buffer {
  const rows = items.map(({ id, inMeta, at, bytes }) =>
    Buffer.concat([u16(id), u16(inMeta ? 1 : 0), u16(0), u16(1), u32(at), u32(bytes)]),
  )
  return fullBox('iloc', [Buffer.from([0x44, 0]), u16(items.length), ...rows], 1)
}

function item(id: number, type: string): Buffer {
  return fullBox('infe', [u16(id), u16(0), Buffer.from(`${type}\0`, 'latin1')], 2)
}

function extents(width: number, height: number): Buffer {
  return fullBox('ispe', [u32(width), u32(height)])
}

/** Which of the properties an item has, counted from 1. */
function entry(id: number, properties: readonly number[]): Buffer {
  return Buffer.concat([u16(id), Buffer.from([properties.length, ...properties])])
}

function fullBox(type: string, parts: readonly Buffer[], version = 0): Buffer {
  return box(type, [Buffer.from([version, 0, 0, 0]), ...parts])
}

function box(type: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** The first box of a type in another file. */
function boxOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4
  return file.subarray(at, at + file.readUInt32BE(at))
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
