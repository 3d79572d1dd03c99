import { Readable } from 'node:stream'

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

/** The same bytes; fails when its reader has waited `ms` for the next ones. A reader that takes its time is not the source's fault. */
export function failingWhenSilent(body: Readable, ms: number): Readable {
  const fail = () => body.destroy(new Error(`the storage sent nothing for ${ms} ms`))
  async function* chunks() {
    let silence = setTimeout(fail, ms)
    try {
      for await (const chunk of body) {
        clearTimeout(silence)
        yield chunk
        silence = setTimeout(fail, ms)
      }
    } finally {
      clearTimeout(silence)
    }
  }
  // One that is given up before its first byte was asked for must not keep the connection either.
  return Readable.from(chunks(), { objectMode: false }).once('close', () => body.destroy())
}
