import type { Readable } from 'node:stream'

/**
 * A body as chunks to iterate over. It may break off before the first one is read: without a listener that would end the
 * process, with it the iteration rejects.
 */
export function chunksOf(body: Readable | Uint8Array): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (body instanceof Uint8Array) return [body]
  body.on('error', () => {})
  return body
}
