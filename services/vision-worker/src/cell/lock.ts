import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CellFacts } from './messages.ts'

/** What native/lock.cc offers: sets the limits, and says whether the kernel filters calls from then on. */
type Addon = { readonly lock: (dataBytesMax: number) => boolean }

/** Compiled where there is a compiler, on Linux. */
export const lockFile = new URL('../../native/build/lock.node', import.meta.url)

/**
 * Locks this process in for good, with all its threads: it can open no file and no connection, start no process, and take no more
 * memory than another `memoryBytesMax`. Whatever it needs it must have loaded before.
 * @returns what holds: a filter of the kernel's, or only limits where there is no such kernel or no compiler was
 */
export async function lockCell(memoryBytesMax: number): Promise<CellFacts['lock']> {
  const addon = loadAddon()
  if (!addon) return 'none'
  // Both open what they write to at their first use.
  void [process.stdout, process.stderr]
  // The event loop asks the kernel to watch what is new when it comes round; later it may not ask.
  for (let round = 0; round < 3; round++) await setImmediate()
  return addon.lock(dataBytesMax(memoryBytesMax)) ? 'seccomp' : 'rlimits'
}

/**
 * What the limit of the kernel's counts is reserved, much of it never touched: from here on as much again may be as a slot holds.
 * The worker ends who touches more; this bounds what can be taken between two of its looks.
 */
function dataBytesMax(memoryBytesMax: number): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/^VmData:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024 + memoryBytesMax
}

function loadAddon(): Addon | null {
  try {
    return createRequire(import.meta.url)(fileURLToPath(lockFile)) as Addon
  } catch {
    // Another system than Linux, or no compiler where this was installed.
    return null
  }
}
