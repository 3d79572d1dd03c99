import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange, ObjectFacts, Storage, StoredObject } from '../storage.ts'
import { chunksOf } from './body.ts'
import { assertDeletable, assertKey, assertPrefix } from './key.ts'

/** Hidden, so that no key can name it; inside the storage, so that a rename never crosses file systems. */
const incomingFolder = '.incoming'
const incomingAgeMaxMs = 24 * 3600 * 1000

type Chunks = ReturnType<typeof chunksOf>

/** Objects as files below `dir`, for one machine: all services that share the storage share the folder. */
export function openFilesystemStorage(dir: string): Storage {
  let swept: Promise<void> | undefined
  return {
    async put(key, body, { mime }) {
      assertKey(key)
      const chunks = chunksOf(body)
      swept ??= sweepIncoming(dir).catch((error: unknown) => {
        swept = undefined
        throw error
      })
      await swept
      return writeObject(dir, join(dir, key), { chunks, mime })
    },
    get(key, range) {
      assertKey(key)
      return openObject(join(dir, key), range)
    },
    async read(key) {
      assertKey(key)
      const object = await openObject(join(dir, key))
      return object && Buffer.concat(await object.stream.toArray())
    },
    async head(key) {
      assertKey(key)
      await using handle = await openOrNull(join(dir, key))
      return handle && (await readFacts(handle))
    },
    async deletePrefix(prefix) {
      assertDeletable(prefix)
      return deleteFolder(dir, prefix)
    },
    async deletePrefixes(prefixes) {
      prefixes.forEach(assertDeletable)
      let deleted = 0
      for (const prefix of prefixes) deleted += await deleteFolder(dir, prefix)
      return deleted
    },
    list(prefix) {
      assertPrefix(prefix)
      return listFolder(dir, prefix)
    },
    async ping() {
      await stat(dir).catch(nullIfMissing)
    },
    // Every chunk is written at once, so nothing is held.
    room: () => ({ take: () => Promise.resolve(), give: () => {}, close: () => {} }),
  }
}

async function writeObject(dir: string, path: string, { chunks, mime }: { chunks: Chunks; mime: string }) {
  const incoming = join(dir, incomingFolder, randomUUID())
  try {
    const bytes = await writeIncoming(incoming, chunks, mime)
    await publish(incoming, path)
    return { bytes }
  } catch (error) {
    await rm(incoming, { force: true })
    throw error
  }
}

async function writeIncoming(path: string, chunks: Chunks, mime: string): Promise<number> {
  await using handle = await open(path, 'wx')
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    await handle.writeFile(chunk)
  }
  await handle.writeFile(trailerOf({ mime, etag: `"${hash.digest('hex').slice(0, 32)}"` }))
  await handle.sync()
  return bytes
}

/** A concurrent deletion may remove the folder between its creation and the rename, hence the retries. */
async function publish(incoming: string, path: string): Promise<void> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    await mkdir(dirname(path), { recursive: true })
    try {
      await rename(incoming, path)
      await using folder = await open(dirname(path), 'r')
      return await folder.sync()
    } catch (error) {
      if (!isMissing(error) || triesLeft === 0) throw error
    }
  }
}

async function openObject(path: string, range?: ByteRange): Promise<StoredObject | null> {
  const handle = await openOrNull(path)
  if (!handle) return null
  try {
    const facts = await readFacts(handle)
    const slice = range ? cutRange(range, facts.bytes) : { start: 0, end: facts.bytes - 1 }
    if (slice.start <= slice.end) return { ...facts, stream: handle.createReadStream(slice) }
    await handle.close()
    return { ...facts, stream: Readable.from([]) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function cutRange({ start, end }: ByteRange, bytes: number): ByteRange {
  if (start < 0 || end < start || start >= bytes) throw new RangeError(`no bytes ${start}-${end} in ${bytes}`)
  return { start, end: Math.min(end, bytes - 1) }
}

// An object is its bytes followed by a trailer: facts as JSON, their length, a mark. So one rename publishes
// bytes and facts together, ranges need no offset, and picture viewers can still open the file.
const trailerMark = Buffer.from('equerre1')
const trailerTailBytes = 4 + trailerMark.length

function trailerOf(facts: Omit<ObjectFacts, 'bytes'>): Buffer {
  const json = Buffer.from(JSON.stringify(facts))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([json, length, trailerMark])
}

async function readFacts(handle: FileHandle): Promise<ObjectFacts> {
  const { size } = await handle.stat()
  const tail = await readAt(handle, size - trailerTailBytes, trailerTailBytes)
  if (!tail.subarray(4).equals(trailerMark)) throw new Error('a file in the storage folder is not an object')
  const jsonBytes = tail.readUInt32BE(0)
  const bytes = size - trailerTailBytes - jsonBytes
  const facts: Omit<ObjectFacts, 'bytes'> = JSON.parse((await readAt(handle, bytes, jsonBytes)).toString())
  return { bytes, mime: facts.mime, etag: facts.etag }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  await handle.read(buffer, 0, length, Math.max(0, position))
  return buffer
}

async function deleteFolder(dir: string, prefix: string): Promise<number> {
  const folder = join(dir, prefix)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(emptyIfMissing)
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  const parts = prefix.split('/').slice(0, -2)
  for (; parts.length > 0; parts.pop()) {
    const removed = await rmdir(join(dir, ...parts)).then(
      () => true,
      () => false,
    )
    if (!removed) break
  }
  return entries.filter((entry) => entry.isFile()).length
}

async function* listFolder(dir: string, prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  const folder = await opendir(join(dir, prefix)).catch(nullIfMissing)
  if (!folder) return
  for await (const entry of folder) {
    if (entry.name.startsWith('.')) continue
    const key = prefix + entry.name
    if (entry.isDirectory()) {
      yield* listFolder(dir, `${key}/`)
      continue
    }
    const facts = await stat(join(dir, key)).catch(nullIfMissing)
    if (facts) yield { key, modifiedAt: facts.mtime }
  }
}

/** Removes what a killed process left half-written; younger files may still be being written. */
async function sweepIncoming(dir: string): Promise<void> {
  const folder = join(dir, incomingFolder)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const facts = await stat(join(folder, name)).catch(nullIfMissing)
    if (facts && Date.now() - facts.mtimeMs > incomingAgeMaxMs) await rm(join(folder, name), { force: true })
  }
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  const handle = await open(path, 'r').catch(nullIfMissing)
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return null
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function emptyIfMissing(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}
