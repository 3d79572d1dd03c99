import readExif from 'exif-reader'
import type { ShotFacts } from '../core/ingest/focal.ts'

/** What the camera recorded about the shot; missing or unreadable values are undefined. */
export function readShotFacts(block: Uint8Array): ShotFacts {
  try {
    const photo = readExif(Buffer.from(block)).Photo
    return {
      focalLength35mm: number(photo?.FocalLengthIn35mmFilm),
      digitalZoom: number(photo?.DigitalZoomRatio),
      width: number(photo?.PixelXDimension),
      height: number(photo?.PixelYDimension),
    }
  } catch {
    // Broken EXIF blocks are common and cost only a hint.
    return {}
  }
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}
