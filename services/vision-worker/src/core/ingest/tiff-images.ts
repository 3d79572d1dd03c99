/**
 * Counts the linked images of a TIFF file, up to one more than `most`; 0 for any other file. Readers follow the links from
 * the start for each image, so the count determines the time they take.
 */
export function countTiffImages(bytes: Uint8Array, most: number): number {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layout = layoutOf(file)
  if (!layout) return 0
  let count = 0
  try {
    let at = layout.offsetAt(layout.first)
    while (at !== 0 && count <= most) {
      count++
      at = layout.offsetAt(at + layout.headBytes + layout.entriesAt(at) * layout.entryBytes)
    }
  } catch (error) {
    // A link that leads outside the file ends the list; the decoder reports what is missing.
    if (!(error instanceof RangeError)) throw error
  }
  return count
}

type Layout = {
  /** Offset of the link to the first image. */
  readonly first: number
  readonly headBytes: number
  readonly entryBytes: number
  readonly entriesAt: (at: number) => number
  readonly offsetAt: (at: number) => number
}

/** Layout of TIFF 6.0, or of BigTIFF with its eight-byte links. */
function layoutOf(file: DataView): Layout | null {
  if (file.byteLength < 16) return null
  const order = file.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return null
  const little = order === 0x4949
  const long = (at: number) => Number(file.getBigUint64(at, little))
  if (file.getUint16(2, little) === 43)
    return { first: 8, headBytes: 8, entryBytes: 20, entriesAt: long, offsetAt: long }
  if (file.getUint16(2, little) !== 42) return null
  return {
    first: 4,
    headBytes: 2,
    entryBytes: 12,
    entriesAt: (at) => file.getUint16(at, little),
    offsetAt: (at) => file.getUint32(at, little),
  }
}
