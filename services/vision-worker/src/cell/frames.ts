import type { Readable, Writable } from 'node:stream'

/**
 * How a worker and its cell talk over their pipe: the length of a head and of a body, four bytes each, then a head of JSON and a
 * body of plain bytes. Nothing that a parser could be led astray by: the other side may have been taken over.
 */
export const prefixBytes = 8
/** Outcomes for PDFs of a hundred pages are the longest. */
const headBytesMax = 1_048_576
/** A body comes in pieces of this size: whoever keeps it does so much for each piece, however small. */
const blockBytes = 1_048_576

export type Frame = {
  readonly head: unknown
  readonly bodyBytes: number
  /** What is not read of it, the next frame skips. */
  readonly body: AsyncIterable<Buffer>
}

/** The other side did what it never would by itself. */
export class BrokenRule extends Error {
  override name = 'BrokenRule' as const
}

type Body = { readonly bytes: number; readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

const nothing: Body = { bytes: 0, chunks: [] }

/** Resolves once the other side has room for all of it. Rejects when it is gone or the body is not as long as was said. */
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

/** All of a frame but its body. */
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

/** Reads one frame after the other; `next` answers null where the stream ends between two. */
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
  return {
    next: async () => {
      for await (const _unread of body());
      if ((await hold(prefixBytes)) === 0) return null
      const prefix = await need(prefixBytes)
      const [headBytes, bodyBytes] = [prefix.readUInt32BE(0), prefix.readUInt32BE(4)]
      if (headBytes > headBytesMax || bodyBytes > bodyBytesMax) throw new BrokenRule('a frame is too long')
      const head = parsed(await need(headBytes))
      bodyLeft = bodyBytes
      return { head, bodyBytes, body: body() }
    },
  }
}

/** What has come of a stream and was not taken yet: at most a block more than is waited for, the rest waits in the pipe. */
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
    /** Resolves once that many bytes are there, or all that will ever be. @returns how many are */
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
    throw new BrokenRule('a head is no JSON', { cause: error })
  }
}

/** A frame's body in one piece. */
export async function wholeBody({ body, bodyBytes }: Frame): Promise<Buffer> {
  // Outside of the pool that small buffers share, so that it can be given back.
  const whole = Buffer.allocUnsafeSlow(bodyBytes)
  let at = 0
  for await (const part of body) at += part.copy(whole, at)
  return whole
}
