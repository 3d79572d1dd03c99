import { readSync, writeSync } from 'node:fs'
import type { CellServices } from '../context.ts'
import { frameBegin, prefixBytes } from './frames.ts'
import type { CellMessage, HostMessage } from './messages.ts'

/** The pipe to the worker, and all that a cell has of the world. */
const wireFd = 3

type Port = {
  readonly send: (message: CellMessage, body?: Uint8Array) => void
  /** What the worker tells next; null once it is gone. */
  readonly receive: () => HostMessage | null
  readonly services: (settings: { readonly debug: boolean }) => CellServices
}

/**
 * The inside end of the pipe. The storage and the folder for pictures are the worker's: it is asked for everything. Reading and
 * writing wait, since there is nothing else to do meanwhile; they also keep Node's event loop from asking the kernel to watch
 * anything, which it does by a ring (io_uring) that a locked cell may not use.
 */
export function openPort(): Port {
  const send = (message: CellMessage, body: Uint8Array = new Uint8Array()) => {
    writeWhole(frameBegin(message, body.length))
    writeWhole(body)
  }
  const ask = (message: CellMessage, body?: Uint8Array): Buffer | null => {
    send(message, body)
    const answer = readFrame()
    if (!answer || answer.message.type === 'no storage') throw new Error('the storage failed')
    return answer.message.type === 'object' && answer.message.found ? answer.body : null
  }
  return {
    send,
    receive: () => readFrame()?.message ?? null,
    services: ({ debug }) => ({
      storage: {
        read: async (key) => ask({ type: 'read', key }),
        put: async (key, bytes) => void ask({ type: 'put', key }, bytes),
      },
      debug: () =>
        debug
          ? (name, { width, height, data }) => send({ type: 'picture', name, width, height }, data)
          : null,
    }),
  }
}

function readFrame(): { message: HostMessage; body: Buffer } | null {
  const prefix = readWhole(prefixBytes)
  if (!prefix) return null
  const head = readWhole(prefix.readUInt32BE(0))
  const body = readWhole(prefix.readUInt32BE(4))
  return head && body && { message: JSON.parse(head.toString()) as HostMessage, body }
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
