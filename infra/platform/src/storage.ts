import type { Readable } from 'node:stream'
import type { Room } from './byte-budget.ts'
import { openFilesystemStorage } from './storage/filesystem.ts'
import { openS3Storage } from './storage/s3.ts'

/**
 * What is known about an object without reading it. `bytes` is its whole size, `etag` changes only when the
 * content does.
 */
export type ObjectFacts = { bytes: number; mime: string; etag: string }

/**
 * An object being read; with a range, `stream` carries only that slice, while the facts describe the whole
 * object.
 */
export type StoredObject = ObjectFacts & { stream: Readable }

/** First and last byte wanted, counted from 0, the last one included. */
export type ByteRange = { start: number; end: number }

/**
 * File storage. Keys are names made of letters, digits, `.`, `_` and `-`, joined by `/`; a prefix ends with
 * `/`. An object appears whole or not at all, and a reader keeps the version that it opened.
 */
export type Storage = {
  /**
   * Stores `body` under `key`, replacing what was there. If the body fails, this rejects and leaves nothing
   * behind. Bytes that no longer need to be held are given back to `room`.
   */
  put(
    key: string,
    body: Readable | Uint8Array,
    options: { mime: string; room?: Room | undefined },
  ): Promise<{ bytes: number }>
  /**
   * Opens a stream's share of the memory for bodies in transit; one `group` may not take all of it.
   * @param end called to make this stream free its memory for others
   */
  room(end: () => void, group?: string): Room
  /** A range that starts after the last byte rejects with a RangeError; one that ends after it is cut short. */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>
  read(key: string): Promise<Buffer | null>
  head(key: string): Promise<ObjectFacts | null>
  /** Deletes every object below `prefix` and returns how many there were. */
  deletePrefix(prefix: string): Promise<number>
  /**
   * The same for many prefixes at less cost. If some objects cannot be deleted, this rejects after deleting what it can.
   */
  deletePrefixes(prefixes: readonly string[]): Promise<number>
  /** Every object below `prefix`, in no particular order; `''` means all. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** Resolves if the storage answers: the cheapest question there is. */
  ping(): Promise<void>
}

export type S3Settings = {
  readonly driver: 's3'
  /** Absent for Amazon's own service. */
  readonly endpoint?: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** `true` for most services other than Amazon's: the bucket goes into the path, not into the host name. */
  readonly forcePathStyle: boolean
}
export type StorageSettings = { readonly driver: 'filesystem'; readonly dir: string } | S3Settings

/** For services that send few streams at once. */
const defaultHeldBytesMax = 64_000_000

/**
 * The storage that `settings` describe; opens no connection before the first call.
 * @param heldBytesMax memory for all streams on their way into an object storage
 */
export function openStorage(settings: StorageSettings, heldBytesMax = defaultHeldBytesMax): Storage {
  return settings.driver === 's3'
    ? openS3Storage(settings, heldBytesMax)
    : openFilesystemStorage(settings.dir)
}
