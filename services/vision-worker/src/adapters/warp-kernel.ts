import type { RgbImage } from '../core/pixels.ts'
import { warp, type Lattice, type Warp } from '../core/rectify/warp.ts'
import { loadNative, nativeFile } from './native.ts'

/** What native/warp.cc exports: fills the target's bytes; throws when an image's or lattice's size and bytes disagree. */
type Addon = {
  readonly warp: (...given: [image: RgbImage, target: RgbImage, map: Float64Array, lattice?: Lattice]) => void
}

const kernelFile = nativeFile('warp')

/** The compiled kernel where there is one, otherwise its TypeScript twin: the same pixels, ten times slower. */
export function chooseWarp(file: URL = kernelFile): { kernel: 'native' | 'portable'; warp: Warp } {
  const native = loadWarpKernel(file)
  return native ? { kernel: 'native', warp: native } : { kernel: 'portable', warp }
}

/** The C++ kernel, which runs synchronously; null where it was not compiled or does not load. */
export function loadWarpKernel(file: URL = kernelFile): Warp | null {
  const addon = loadNative<Addon>(file)
  if (!addon) return null
  return (image, map, { width, height, lattice }) => {
    // Not zeroed, since the kernel writes every byte.
    const target = { width, height, data: Buffer.allocUnsafeSlow(width * height * 3) }
    addon.warp(image, target, Float64Array.from(map), lattice)
    return target
  }
}
