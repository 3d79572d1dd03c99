import { createRequire } from 'node:module'
import type { RgbImage } from '../core/pixels.ts'
import type { Warp } from '../core/rectify/warp.ts'

/** What native/warp.cc offers: fills the target's bytes; throws where an image's size and bytes do not agree. */
type Addon = { readonly warp: (image: RgbImage, target: RgbImage, map: Float64Array) => void }

/** The kernel in C++, which runs at once in the calling thread; null where it was not compiled or does not load. */
export function loadWarpKernel(): Warp | null {
  const addon = loadAddon()
  if (!addon) return null
  return (image, map, { width, height }) => {
    // Not cleared before, since the kernel writes every byte.
    const target = { width, height, data: Buffer.allocUnsafeSlow(width * height * 3) }
    addon.warp(image, target, Float64Array.from(map))
    return target
  }
}

function loadAddon(): Addon | null {
  try {
    return createRequire(import.meta.url)('../../native/build/warp.node') as Addon
  } catch {
    // No compiler where this was installed, or a file for another machine.
    return null
  }
}
