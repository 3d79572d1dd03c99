/** One image of a TIFF file, as its directory describes it. */
export type TiffImage = {
  /** Upright size in pixels; 0 where the directory tells none. */
  readonly width: number
  readonly height: number
  /** A smaller version of another image, or a transparency mask: no page of its own. */
  readonly auxiliary: boolean
  readonly tiled: boolean
  /** Where its directory starts, and where the link to the next one is. */
  readonly at: number
  readonly linkAt: number
}

/** No image has as many entries; more are not read. */
const entriesMax = 1_000

/**
 * Counts the linked images of a TIFF file, up to one more than `most`; 0 for any other file. Readers follow the links from
 * the start for each image, so the count determines the time they take.
 */
export function countTiffImages(bytes: Uint8Array, most: number): number {
  return directoriesOf(bytes, most).length
}

/**
 * The images of a TIFF file in the order of their links; none for any other file.
 * @param most how many to read, as many as `countTiffImages` has let through
 */
export function readTiffImages(bytes: Uint8Array, most: number): TiffImage[] {
  const { file, layout } = opened(bytes)
  if (!layout) return []
  return directoriesOf(bytes, most).map((directory) => imageAt(file, layout, directory))
}

/** The file with one of its images only, so that a decoder sees no other; the same bytes where there is no other. */
export function withOneTiffImage(bytes: Uint8Array, { at, linkAt }: TiffImage): Uint8Array {
  const { file, layout } = opened(bytes)
  if (!layout) throw new Error('not a TIFF file')
  // A last image may end with the file, without a link.
  const linked = linkAt + layout.offsetBytes <= file.byteLength && layout.offsetAt(linkAt) !== 0
  if (!linked && layout.offsetAt(layout.first) === at) return bytes
  const copy = Uint8Array.from(bytes)
  const { writeOffset } = opened(copy).layout!
  writeOffset(layout.first, at)
  if (linked) writeOffset(linkAt, 0)
  return copy
}

type Directory = { readonly at: number; readonly entries: number; readonly linkAt: number }

/** Up to one more than `most`. */
function directoriesOf(bytes: Uint8Array, most: number): Directory[] {
  const { layout } = opened(bytes)
  const directories: Directory[] = []
  if (!layout) return directories
  try {
    let at = layout.offsetAt(layout.first)
    while (at !== 0 && directories.length <= most) {
      const entries = layout.entriesAt(at)
      const linkAt = at + layout.headBytes + entries * layout.entryBytes
      directories.push({ at, entries, linkAt })
      at = layout.offsetAt(linkAt)
    }
  } catch (error) {
    // A link that leads outside the file ends the list; the decoder reports what is missing.
    if (!(error instanceof RangeError)) throw error
  }
  return directories
}

const tags = {
  newSubfileType: 254,
  subfileType: 255,
  width: 256,
  height: 257,
  orientation: 274,
  tileWidth: 322,
} as const
/** Bits of NewSubfileType: a reduced version of another image, and a transparency mask. */
const auxiliaryBits = 0b101
/** What SubfileType, its predecessor, calls a reduced version. */
const reducedSubfile = 2
/** From this EXIF orientation on, rows are columns. */
const firstTurnedOrientation = 5

function imageAt(file: DataView, layout: Layout, { at, entries, linkAt }: Directory): TiffImage {
  const values = new Map<number, number>()
  for (let i = 0; i < Math.min(entries, entriesMax); i++) {
    const entry = at + layout.headBytes + i * layout.entryBytes
    if (entry + layout.entryBytes > file.byteLength) break
    values.set(layout.shortAt(entry), layout.valueAt(entry))
  }
  const of = (tag: keyof typeof tags) => values.get(tags[tag]) ?? 0
  const turned = of('orientation') >= firstTurnedOrientation
  return {
    width: of(turned ? 'height' : 'width'),
    height: of(turned ? 'width' : 'height'),
    auxiliary: (of('newSubfileType') & auxiliaryBits) !== 0 || of('subfileType') === reducedSubfile,
    tiled: values.has(tags.tileWidth),
    at,
    linkAt,
  }
}

type Layout = {
  /** Offset of the link to the first image. */
  readonly first: number
  readonly headBytes: number
  readonly entryBytes: number
  readonly offsetBytes: number
  readonly entriesAt: (at: number) => number
  readonly offsetAt: (at: number) => number
  readonly writeOffset: (at: number, value: number) => void
  readonly shortAt: (at: number) => number
  /** The number in an entry, of whole type; 0 for any other. */
  readonly valueAt: (entry: number) => number
}

function opened(bytes: Uint8Array): { readonly file: DataView; readonly layout: Layout | null } {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { file, layout: layoutOf(file) }
}

/** Layout of TIFF 6.0, or of BigTIFF with its eight-byte links. */
function layoutOf(file: DataView): Layout | null {
  if (file.byteLength < 16) return null
  const order = file.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return null
  const little = order === 0x4949
  const version = file.getUint16(2, little)
  if (version === 43) return bigLayout(file, little)
  return version === 42 ? classicLayout(file, little) : null
}

function classicLayout(file: DataView, little: boolean): Layout {
  const shortAt = (at: number) => file.getUint16(at, little)
  return {
    first: 4,
    headBytes: 2,
    entryBytes: 12,
    offsetBytes: 4,
    entriesAt: shortAt,
    offsetAt: (at) => file.getUint32(at, little),
    writeOffset: (at, value) => file.setUint32(at, value, little),
    shortAt,
    valueAt: (entry) => wholeAt(file, { type: shortAt(entry + 2), at: entry + 8, little }),
  }
}

function bigLayout(file: DataView, little: boolean): Layout {
  const shortAt = (at: number) => file.getUint16(at, little)
  const long = (at: number) => Number(file.getBigUint64(at, little))
  return {
    first: 8,
    headBytes: 8,
    entryBytes: 20,
    offsetBytes: 8,
    entriesAt: long,
    offsetAt: long,
    writeOffset: (at, value) => file.setBigUint64(at, BigInt(value), little),
    shortAt,
    valueAt: (entry) => wholeAt(file, { type: shortAt(entry + 2), at: entry + 12, little }),
  }
}

/** TIFF's types of whole numbers: BYTE, SHORT, LONG and LONG8. */
function wholeAt(
  file: DataView,
  { type, at, little }: { type: number; at: number; little: boolean },
): number {
  if (type === 1) return file.getUint8(at)
  if (type === 3) return file.getUint16(at, little)
  if (type === 4) return file.getUint32(at, little)
  return type === 16 ? Number(file.getBigUint64(at, little)) : 0
}
