import { readSync, writeSync } from 'node:fs'
import type { CellServices } from '../context.ts'
import { frameBegin, prefixBytes } from './frames.ts'
import type { CellMessage, HostMessage } from './messages.ts'

/** The pipe to the worker: a cell's only connection to the outside. */
const wireFd = 3

type Port = {
  readonly send: (message: CellMessage, body?: Uint8Array) => void
  /** The worker's next message; null once the pipe is closed. */
  readonly receive: () => HostMessage | null
  readonly services: (settings: { readonly debug: boolean }) => CellServices
}

/**
 * The cell's end of the pipe; storage and debug pictures are requested from the worker. Reads and writes are synchronous: the cell has
 * nothing else to do meanwhile, and it keeps Node's event loop from registering watchers through io_uring, which the filter denies.
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

/** Null once the pipe is closed. Allocated outside the shared small-buffer pool, so that its memory can be returned. */
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
