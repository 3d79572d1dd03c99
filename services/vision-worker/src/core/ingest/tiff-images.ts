/**
 * How many images a TIFF file links one behind the other, counted up to one more than `most`; 0 for any other file. A
 * reader follows the links anew for each, so that their number is the time it takes.
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
    // A link that leads out of the file ends it; what is missing then, the decoder says.
    if (!(error instanceof RangeError)) throw error
  }
  return count
}

type Layout = {
  /** Where the link to the first image stands. */
  readonly first: number
  readonly headBytes: number
  readonly entryBytes: number
  readonly entriesAt: (at: number) => number
  readonly offsetAt: (at: number) => number
}

/** Of TIFF 6.0, and of BigTIFF with its links of eight bytes. */
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
