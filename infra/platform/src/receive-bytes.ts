import { bytesMax, sniffBytes, sniffMime, tooLarge } from '@equerre/contract/file-type'
import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import { createHash } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import type { Room } from './byte-budget.ts'
import type { Storage } from './storage.ts'

/** What is known of a stranger’s file once it is stored. */
export type ReceivedBytes = { readonly mime: string; readonly bytes: number; readonly sha256: Buffer }

type Receiving = {
  readonly key: string
  readonly stream: Readable
  readonly limits: Limits
  readonly room?: Room | undefined
  /** Called once, as soon as the type is known; what it throws is the refusal. */
  readonly admit?: (mime: string) => Promise<void>
}

/**
 * Streams a stranger’s file into the storage: typed by its first bytes, hashed and counted on the way. If anything fails, nothing of
 * it remains, and the stream is destroyed.
 * @throws Problem `unsupported_type`, `file_too_large`, `unreadable_file`
 */
export async function receiveBytes(storage: Storage, receiving: Receiving): Promise<ReceivedBytes> {
  const { key, stream, room } = receiving
  const inspection = inspect(receiving)
  // The type is only known after the first bytes, so it comes from the inspection rather than from whoever sends it.
  const put = storage.put(key, inspection.stream, { mime: 'application/octet-stream', room })
  // A failing storage stops reading; fail the stream too, or the sender would wait for ever.
  put.catch((error: Error) => inspection.stream.destroy(error))
  // Both must have settled before a failed file may be erased.
  const [passed, stored] = await Promise.allSettled([pipeline(stream, inspection.stream), put])
  if (passed.status === 'rejected') throw passed.reason
  if (stored.status === 'rejected') throw stored.reason
  return { ...inspection.facts(), bytes: stored.value.bytes }
}

/** Passes bytes through, refusing wrong types and too many bytes. */
function inspect({ limits, admit }: Receiving) {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let mime: string | null = null
  let bytes = 0
  const decide = async () => {
    mime = sniffMime(head)
    if (mime === null) throw new Problem('unsupported_type')
    await admit?.(mime)
  }
  const pass = async (chunk: Buffer) => {
    bytes += chunk.length
    hash.update(chunk)
    if (mime === null) head = Buffer.concat([head, chunk])
    if (mime === null && head.length >= sniffBytes) await decide()
    if (mime !== null && bytes > bytesMax(mime, limits)) throw tooLarge(mime, limits)
    return chunk
  }
  const end = async () => {
    if (bytes === 0) throw new Problem('file_empty')
    if (mime === null) await decide()
  }
  const stream = new Transform({
    transform: callbackify((chunk: Buffer, _encoding: BufferEncoding) => pass(chunk)),
    flush: callbackify(end),
  })
  return { stream, facts: () => ({ mime: mime!, sha256: hash.digest() }) }
}
