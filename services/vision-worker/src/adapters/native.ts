import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where native/compile.mjs puts what it makes of warp.cc, operators.cc, lock.cc and heap.cc. */
export function nativeFile(name: 'warp' | 'operators' | 'lock' | 'heap'): URL {
  return new URL(`../../native/build/${name}.node`, import.meta.url)
}

/** What a compiled module exports; null where there was no compiler at installation, or for another machine. */
export function loadNative<Exports>(file: URL): Exports | null {
  try {
    return createRequire(import.meta.url)(fileURLToPath(file)) as Exports
  } catch {
    return null
  }
}
