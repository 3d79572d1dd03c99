import { Problem } from '@equerre/contract/problems'
import libheif from 'libheif-js/wasm-bundle.js'
import type { RgbaImage } from './codec.ts'

/**
 * Decodes the first image of a HEIC file, upright as the file asks; sharp's build reads only the header of these.
 * @throws Problem `unreadable_file`
 */
export async function decodeHeic(bytes: Uint8Array): Promise<RgbaImage> {
  const [image] = new libheif.HeifDecoder().decode(bytes)
  if (!image) throw new Problem('unreadable_file')
  const width = image.get_width()
  const height = image.get_height()
  const rgba = new Uint8ClampedArray(width * height * 4)
  try {
    await new Promise<void>((resolve, reject) => {
      image.display({ data: rgba, width, height }, (shown) =>
        shown ? resolve() : reject(new Problem('unreadable_file')),
      )
    })
  } finally {
    image.free()
  }
  return { width, height, rgba: new Uint8Array(rgba.buffer) }
}
