import readExif from 'exif-reader'

/** The focal length in millimetres of 35 mm film, as cameras write it; null where it is missing, 0 or unreadable. */
export function readFocalLength35mm(block: Uint8Array): number | null {
  try {
    const focal = readExif(Buffer.from(block)).Photo?.FocalLengthIn35mmFilm
    return typeof focal === 'number' && focal > 0 ? focal : null
  } catch {
    // A broken block is common and costs only a hint.
    return null
  }
}
