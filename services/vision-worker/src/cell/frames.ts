import type { Readable, Writable } from 'node:stream'

/**
 * The wire format between a worker and its cell: head length and body length (4 bytes each), a JSON head, a raw body.
 * Kept trivial to parse because the cell may have been taken over.
 */
export const prefixBytes = 8
/** The longest heads are outcomes for PDFs of a hundred pages. */
const headBytesMax = 1_048_576
/** Bodies are read in chunks of this size: per-chunk overhead is the same for small ones. */
const blockBytes = 1_048_576

export type Frame = {
  readonly head: unknown
  readonly bodyBytes: number
  /** Whatever is left unread is skipped by the next frame. */
  readonly body: AsyncIterable<Buffer>
}

/** The cell violated the protocol, which our own code never does. */
export class BrokenRule extends Error {
  override name = 'BrokenRule' as const
}

type Body = { readonly bytes: number; readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

const nothing: Body = { bytes: 0, chunks: [] }

/** Resolves once everything is written to the pipe. Rejects when the pipe is closed or the body's length differs from the announced one. */
export async function writeFrame(to: Writable, head: unknown, body: Body = nothing): Promise<void> {
  await write(to, frameBegin(head, body.bytes))
  let left = body.bytes
  for await (const chunk of body.chunks) {
    left -= chunk.length
    if (left < 0) break
    await write(to, chunk)
  }
  if (left !== 0) throw new Error('body length does not match its frame')
}

/** A frame's lengths and head, without its body. */
export function frameBegin(head: unknown, bodyBytes: number): Buffer {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32BE(text.length, 0)
  prefix.writeUInt32BE(bodyBytes, 4)
  return Buffer.concat([prefix, text])
}

function write(to: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    to.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

/** Reads frames in order; `next` resolves to null when the stream ends between two frames. */
export function readFrames(from: Readable, bodyBytesMax: number): { next: () => Promise<Frame | null> } {
  const { hold, take } = holdOf(from)
  let bodyLeft = 0

  const need = async (bytes: number): Promise<Buffer> => {
    if ((await hold(bytes)) < bytes) throw new Error('the pipe ended within a frame')
    return take(bytes)
  }
  async function* body(): AsyncGenerator<Buffer> {
    while (bodyLeft > 0) {
      const part = await need(Math.min(bodyLeft, blockBytes))
      bodyLeft -= part.length
      yield part
    }
  }
  let given = body()
  return {
    next: async () => {
      // Whoever was given it may still be reading, as an upload whose first part has failed: one at a time, or both lose their place.
      for await (const _unread of given);
      for await (const _unread of body());
      if ((await hold(prefixBytes)) === 0) return null
      const prefix = await need(prefixBytes)
      const [headBytes, bodyBytes] = [prefix.readUInt32BE(0), prefix.readUInt32BE(4)]
      if (headBytes > headBytesMax || bodyBytes > bodyBytesMax) throw new BrokenRule('a frame is too long')
      const head = parsed(await need(headBytes))
      bodyLeft = bodyBytes
      given = body()
      return { head, bodyBytes, body: given }
    },
  }
}

/** Buffers what has arrived: at most one block more than is needed, so that the rest stays in the pipe. */
function holdOf(from: Readable) {
  const chunks: Buffer[] = []
  let held = 0
  let wanted = 0
  let ended = false
  let wake = () => {}
  const over = () => {
    ended = true
    wake()
  }
  from.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    held += chunk.length
    if (held >= wanted) wake()
    if (held >= blockBytes) from.pause()
  })
  for (const event of ['end', 'error', 'close']) from.once(event, over)
  return {
    /** Resolves once that many bytes are buffered or the stream has ended. @returns how many are buffered */
    hold: async (bytes: number): Promise<number> => {
      wanted = bytes
      if (held < bytes && !ended) {
        const comes = new Promise<void>((resolve) => (wake = resolve))
        from.resume()
        await comes
      }
      return held
    },
    take: (bytes: number): Buffer => {
      const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held)
      held -= bytes
      chunks.length = 0
      if (held > 0) chunks.push(whole.subarray(bytes))
      return whole.subarray(0, bytes)
    },
  }
}

function parsed(head: Buffer): unknown {
  try {
    return JSON.parse(head.toString())
  } catch (error) {
    throw new BrokenRule('a frame header is not JSON', { cause: error })
  }
}

/** Reads a frame's body into one buffer. */
export async function wholeBody({ body, bodyBytes }: Frame): Promise<Buffer> {
  // Allocated outside the shared small-buffer pool, so that its memory can be returned.
  const whole = Buffer.allocUnsafeSlow(bodyBytes)
  let at = 0
  for await (const part of body) at += part.copy(whole, at)
  return whole
}
