import { readSync, writeSync } from 'node:fs'
import type { Doors } from '../context.ts'
import { frameBegin, prefixBytes } from './frames.ts'
import type { Said, Told } from './words.ts'

/** The pipe to the worker, and all that a cell has of the world. */
const wireFd = 3

type Port = {
  readonly say: (said: Said, body?: Uint8Array) => void
  /** What the worker tells next; null once it is gone. */
  readonly listen: () => Told | null
  readonly doors: (settings: { readonly debug: boolean }) => Doors
}

/**
 * The inside end of the pipe. The storage and the folder for pictures are the worker's: it is asked for everything. Reading and
 * writing wait, since there is nothing else to do meanwhile; they also keep Node's event loop from asking the kernel to watch
 * anything, which it does by a ring (io_uring) that a locked cell may not use.
 */
export function openPort(): Port {
  const say = (said: Said, body: Uint8Array = new Uint8Array()) => {
    writeWhole(frameBegin(said, body.length))
    writeWhole(body)
  }
  const ask = (said: Said, body?: Uint8Array): Buffer | null => {
    say(said, body)
    const answer = readFrame()
    if (!answer || answer.told.tell === 'no storage') throw new Error('the storage failed')
    return answer.told.tell === 'object' && answer.told.found ? answer.body : null
  }
  return {
    say,
    listen: () => readFrame()?.told ?? null,
    doors: ({ debug }) => ({
      storage: {
        read: async (key) => ask({ say: 'read', key }),
        put: async (key, bytes) => void ask({ say: 'put', key }, bytes),
      },
      debug: () =>
        debug ? (name, { width, height, data }) => say({ say: 'picture', name, width, height }, data) : null,
    }),
  }
}

function readFrame(): { told: Told; body: Buffer } | null {
  const prefix = readWhole(prefixBytes)
  if (!prefix) return null
  const head = readWhole(prefix.readUInt32BE(0))
  const body = readWhole(prefix.readUInt32BE(4))
  return head && body && { told: JSON.parse(head.toString()) as Told, body }
}

/** Null once the worker is gone. The memory is its own, outside of the pool for small buffers, so that it can be given back. */
function readWhole(bytes: number): Buffer | null {
  const whole = Buffer.allocUnsafeSlow(bytes)
  for (let at = 0; at < bytes;) {
    const read = readSync(wireFd, whole, at, bytes - at, null)
    if (read === 0) return null
    at += read
  }
  return whole
}

function writeWhole(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(wireFd, bytes, at)
}
