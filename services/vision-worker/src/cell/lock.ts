import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { loadNative, nativeFile } from '../adapters/native.ts'
import type { CellFacts } from './messages.ts'

/** native/lock.cc: sets the limits; returns whether the seccomp filter is installed. */
type Addon = { readonly lock: (dataBytesMax: number) => boolean }

/** Only on Linux, and only where a compiler was found at install time. */
export const lockFile = nativeFile('lock')

/**
 * Locks this process and all its threads for good: no more files, connections or processes, and at most `memoryBytesMax` more memory.
 * Everything it needs must be loaded before.
 * @returns what is in force: the seccomp filter, or only resource limits where the kernel or the compiled addon is missing
 */
export async function lockCell(memoryBytesMax: number): Promise<CellFacts['lock']> {
  const addon = loadNative<Addon>(lockFile)
  if (!addon) return 'none'
  // Both open their file descriptors on first use.
  void [process.stdout, process.stderr]
  // Lets the event loop register its watchers with the kernel now; the filter forbids it later.
  for (let round = 0; round < 3; round++) await setImmediate()
  return addon.lock(dataBytesMax(memoryBytesMax)) ? 'seccomp' : 'rlimits'
}

/**
 * RLIMIT_DATA counts reserved memory, much of it never touched, so it allows a whole slot's memory on top of what is reserved now.
 * The worker ends a cell that touches more than its slot; this bounds what can be taken between two of its polls.
 */
function dataBytesMax(memoryBytesMax: number): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/^VmData:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024 + memoryBytesMax
}
