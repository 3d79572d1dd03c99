import type { Point } from '@equerre/geometry/point'
import type { Operators } from '../core/detect/operators.ts'
import type { GrayImage } from '../core/pixels.ts'
import { loadNative, nativeFile } from './native.ts'
import { loadOpenCv } from './opencv.ts'

/** What native/operators.cc exports; throws where an image's size and bytes disagree. */
type Addon = {
  readonly blur: (image: GrayImage, sizePx: number) => Uint8Array
  readonly close: (image: GrayImage, sizePx: number) => Uint8Array
  readonly edges: (image: GrayImage, low: number, high: number) => Uint8Array
  readonly hulls: (mask: GrayImage, lengthMin: number) => Int32Array
}

/** The compiled operators where there are any, otherwise OpenCV's: the same pixels and hulls. */
export async function loadOperators(): Promise<Operators> {
  return nativeOperators() ?? (await loadOpenCv())
}

/** Those in C++, which run synchronously; null where they were not compiled or do not load. */
export function nativeOperators(file: URL = nativeFile('operators')): Operators | null {
  const addon = loadNative<Addon>(file)
  if (!addon) return null
  const like = ({ width, height }: GrayImage, data: Uint8Array): GrayImage => ({ width, height, data })
  return {
    blur: (image, sizePx) => like(image, addon.blur(image, sizePx)),
    close: (image, sizePx) => like(image, addon.close(image, sizePx)),
    edges: (image, { low, high }) => like(image, addon.edges(image, low, high)),
    outlines: (mask, lengthMin) => separated(addon.hulls(mask, lengthMin)),
  }
}

/** Each hull comes as its number of points and their coordinates; the points lie at pixel centres. */
function separated(hulls: Int32Array): Point[][] {
  const found: Point[][] = []
  for (let at = 0; at < hulls.length; at += 1 + 2 * hulls[at]!) {
    found.push(
      Array.from({ length: hulls[at]! }, (_, i): Point => [
        hulls[at + 1 + 2 * i]! + 0.5,
        hulls[at + 2 + 2 * i]! + 0.5,
      ]),
    )
  }
  return found
}
