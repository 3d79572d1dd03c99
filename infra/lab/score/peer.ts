import { quadFromCorners, type Quad } from '@equerre/geometry/quad'
import { quadToRelative, type RelativeQuad } from '@equerre/geometry/spaces'
import { scanDocument, type CornerPoints } from 'scanic'
import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'

type Pixels = Pick<ImageData, 'width' | 'height' | 'data'>

/**
 * Scanic runs in browsers and asks for a canvas to scale on; we pass the picture at its final size, so a copy
 * suffices.
 */
class CopyingCanvas {
  private pixels: Pixels
  constructor(width: number, height: number) {
    this.pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  }
  getContext() {
    return {
      putImageData: (pixels: Pixels) => void (this.pixels = pixels),
      drawImage: (other: CopyingCanvas) => void (this.pixels = other.pixels),
      getImageData: () => this.pixels,
    }
  }
}
Object.assign(globalThis, { OffscreenCanvas: globalThis.OffscreenCanvas ?? CopyingCanvas })

/**
 * The answer of scanic's classical detector, relative to the picture; null when it finds nothing.
 * @param image within scanic's own working size of 800 px, at which it does not scale
 */
export async function findWithScanic(image: RgbImage): Promise<RelativeQuad | null> {
  const { width, height } = image
  const pixels = { width, height, data: withOpaqueAlpha(image) } as unknown as ImageData
  const { success, corners } = await scanDocument(pixels, { mode: 'detect' })
  return success && corners ? quadToRelative(quadFromCorners(pointsOf(corners)), image) : null
}

function withOpaqueAlpha({ width, height, data }: RgbImage): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) rgba.set(data.subarray(i * 3, i * 3 + 3), i * 4)
  return rgba
}

function pointsOf({ topLeft, topRight, bottomRight, bottomLeft }: CornerPoints): Quad {
  return [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [x, y]) as unknown as Quad
}
