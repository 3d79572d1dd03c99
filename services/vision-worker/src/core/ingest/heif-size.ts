import type { Size } from '@equerre/geometry/spaces'

/**
 * The size in pixels that a HEIF file (HEIC, AVIF) declares for its primary picture, before any rotation; null for any other
 * file, or one that does not say. Decoders refuse files of very many tiles without telling how large the picture is.
 */
export function declaredHeifSize(bytes: Uint8Array): Size | null {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return primarySize(file)
  } catch (error) {
    // A box that leads outside the file ends the search; the decoder reports what is missing.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A box of ISO/IEC 14496-12: its type, and where its contents are. */
type Box = { readonly type: string; readonly from: number; readonly to: number }

/** The version and flags at the start of a full box. */
const fullHeadBytes = 4

function primarySize(file: DataView): Size | null {
  const [first, ...others] = boxesIn(file, { from: 0, to: file.byteLength })
  const meta = first?.type === 'ftyp' ? named(others, 'meta') : undefined
  if (!meta) return null
  const held = boxesIn(file, { ...meta, from: meta.from + fullHeadBytes })
  const [primary, properties] = [named(held, 'pitm'), named(held, 'iprp')]
  if (!primary || !properties) return null
  const parts = boxesIn(file, properties)
  const container = named(parts, 'ipco')
  const values = container ? boxesIn(file, container) : []
  const id = idAt(file, primary.from + fullHeadBytes, file.getUint8(primary.from) > 0)
  const own = parts.filter(({ type }) => type === 'ipma').flatMap((box) => propertiesOf(file, box, id))
  const extents = own.map((index) => values[index - 1]).find((box) => box?.type === 'ispe')
  if (!extents) return null
  const at = extents.from + fullHeadBytes
  return { width: file.getUint32(at), height: file.getUint32(at + 4) }
}

function named(boxes: readonly Box[], wanted: string): Box | undefined {
  return boxes.find(({ type }) => type === wanted)
}

function boxesIn(file: DataView, { from, to }: Pick<Box, 'from' | 'to'>): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => file.getUint8(at + byte)))
    const short = file.getUint32(at)
    const [head, bytes] = short === 1 ? [16, Number(file.getBigUint64(at + 8))] : [8, short || to - at]
    if (bytes < head) return boxes
    boxes.push({ type, from: at + head, to: Math.min(to, at + bytes) })
    at += bytes
  }
  return boxes
}

/** Which properties, counted from 1, an `ipma` box gives an item. */
function propertiesOf(file: DataView, { from }: Box, wanted: number): number[] {
  const [wideIds, wideIndices] = [file.getUint8(from) > 0, (file.getUint8(from + 3) & 1) === 1]
  let at = from + fullHeadBytes + 4
  for (let left = file.getUint32(from + fullHeadBytes); left > 0; left--) {
    const id = idAt(file, at, wideIds)
    at += wideIds ? 4 : 2
    const count = file.getUint8(at++)
    if (id === wanted)
      return Array.from({ length: count }, (_, index) =>
        wideIndices ? file.getUint16(at + 2 * index) & 0x7fff : file.getUint8(at + index) & 0x7f,
      )
    at += count * (wideIndices ? 2 : 1)
  }
  return []
}

function idAt(file: DataView, at: number, wide: boolean): number {
  return wide ? file.getUint32(at) : file.getUint16(at)
}
