import { loadNative, nativeFile } from './native.ts'

/** native/heap.cc; loaded at once, since a locked cell can load nothing. */
const heap = loadNative<{ readonly trim: () => void }>(nativeFile('heap'))

/** Returns memory to the kernel that C++ code has freed, where a compiler was found at install time. */
export function trimHeap(): void {
  heap?.trim()
}
