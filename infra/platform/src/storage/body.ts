import { Readable } from 'node:stream'
import { StorageError } from './error.ts'

/**
 * A body as chunks to iterate over. It may fail before the first one is read: without a listener that would
 * end the process, with one the iteration rejects.
 */
export function chunksOf(body: Readable | Uint8Array): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (body instanceof Uint8Array) return [body]
  body.on('error', () => {})
  return body
}

/** Holds many network packets, and is small enough to hold one per stream. */
const blockBytes = 64 * 1024
/** Each chunk costs some hundred bytes however small it is. */
const chunksMax = 256

/**
 * The same bytes in blocks, so that a body that arrives in tiny chunks takes no more memory than it has
 * bytes.
 */
export async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < blockBytes && held.length < chunksMax) continue
    yield held.length === 1 ? chunk : Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (held.length > 0) yield Buffer.concat(held)
}

type Pace = {
  /** The longest wait for the next bytes, and the time over which the rate is measured. */
  readonly ms: number
  readonly bytesPerSecondMin: number
}

/**
 * The same bytes; fails when their source fails, or is too slow while its reader waits for it. A reader that takes its time is
 * not the source's fault.
 */
export function failingWhenSlow(body: Readable, { ms, bytesPerSecondMin }: Pace): Readable {
  const tooSlow = () => body.destroy(new StorageError(`the storage sent too little within ${ms} ms`))
  const bytesMin = (bytesPerSecondMin * ms) / 1_000
  async function* chunks() {
    let [waitedMs, bytes, askedAt] = [0, 0, performance.now()]
    let silence = setTimeout(tooSlow, ms)
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        clearTimeout(silence)
        bytes += chunk.length
        waitedMs += performance.now() - askedAt
        if (waitedMs >= ms && bytes < bytesMin) tooSlow()
        if (waitedMs >= ms) [waitedMs, bytes] = [0, 0]
        yield chunk
        askedAt = performance.now()
        silence = setTimeout(tooSlow, ms)
      }
    } catch (error) {
      // What its reader throws comes here too.
      const isOurs = error !== body.errored || error instanceof StorageError
      throw isOurs ? error : new StorageError('an object broke off', error)
    } finally {
      clearTimeout(silence)
    }
  }
  // One that is given up before its first byte was asked for must not keep the connection either.
  return Readable.from(chunks(), { objectMode: false }).once('close', () => body.destroy())
}
