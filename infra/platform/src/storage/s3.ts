import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'
import { ByteBudget, type Room } from '../byte-budget.ts'
import type { ByteRange, ObjectFacts, S3Settings, Storage, StoredObject } from '../storage.ts'
import { chunksOf, failingWhenSlow, inBlocks } from './body.ts'
import { statusOf, StorageError } from './error.ts'
import { assertDeletable, assertKey, assertPrefix } from './key.ts'

/**
 * Parts per upload held in memory at once, and their size, S3's minimum: 10 MB per upload, whatever its
 * file's size.
 */
const partsInFlight = 2
const partBytes = 5 * 1024 * 1024
/** How long a stream may make no progress while others wait for the memory it holds. */
const timeoutMs = 2_000

/**
 * A server that neither takes nor sends anything for this long is given up; the SDK tries twice more. Together less than
 * JOB_SECONDS_MAX, so that a step blames the storage and not its file.
 */
const silentMs = 10_000
const connectMs = 3_000
/** A storage that sends less while somebody waits for it is no better than a silent one: a page would take minutes. */
const bytesPerSecondMin = 16_384

/** What S3 deletes in one call. */
const deletedAtOnce = 1_000
/** A few of the client's 50 connections for each caller: uploads need them too. */
const listsInFlight = 10

/** Downloads have connections of their own: readers may hold them for as long as they like. */
type Bucket = { readonly client: S3Client; readonly downloads: S3Client; readonly name: string }

/**
 * Objects in a bucket of S3 or of a compatible service.
 * @param heldBytesMax memory for all streams with a room
 */
export function openS3Storage(settings: S3Settings, heldBytesMax: number): Storage {
  const memory = new ByteBudget({ bytesMax: heldBytesMax, batchBytes: partBytes, timeoutMs })
  const bucket = {
    client: createClient(settings, { socketTimeout: silentMs }),
    downloads: createClient(settings, {
      requestTimeout: silentMs,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
    }),
    name: settings.bucket,
  }
  return {
    put(key, body, options) {
      assertKey(key)
      return upload(bucket, key, { body, ...options })
    },
    get(key, range) {
      assertKey(key)
      return download(bucket, key, range)
    },
    async read(key) {
      assertKey(key)
      const object = await download(bucket, key)
      if (!object) return null
      const bytes = Buffer.concat(await object.stream.toArray())
      if (bytes.length !== object.bytes)
        throw new StorageError(`${bytes.length} bytes came instead of ${object.bytes}`)
      return bytes
    },
    head(key) {
      assertKey(key)
      return head(bucket, key)
    },
    deletePrefix(prefix) {
      assertDeletable(prefix)
      return deletePrefixes(bucket, [prefix])
    },
    deletePrefixes(prefixes) {
      prefixes.forEach(assertDeletable)
      return deletePrefixes(bucket, prefixes)
    },
    ping: () => ping(bucket),
    room: (end, group) => memory.open(end, group),
    async *list(prefix) {
      assertPrefix(prefix)
      for await (const page of pages(bucket, prefix)) {
        for (const { Key, LastModified } of page)
          yield { key: Key ?? '', modifiedAt: LastModified ?? new Date(0) }
      }
    },
  }
}

type Patience = {
  /** The longest silence of a connection; 0: unlimited. */
  readonly socketTimeout: number
  /** Until the reply begins. */
  readonly requestTimeout?: number
  readonly throwOnRequestTimeout?: boolean
}

function createClient(
  { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings,
  patience: Patience,
): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: connectMs, ...patience },
    // Not every service supports the checksums that Amazon has added since.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

async function upload(
  { client, name }: Bucket,
  key: string,
  { body, mime, room }: { body: Readable | Uint8Array; mime: string; room?: Room | undefined },
) {
  const chunks = chunksOf(body)
  let [bytes, sent] = [0, 0]
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  // If the body fails, the parts sent so far are removed and no object appears.
  const upload = new Upload({
    client,
    params: {
      Bucket: name,
      Key: key,
      Body: Readable.from(inBlocks(counted()), { objectMode: false }),
      ContentType: mime,
    },
    queueSize: partsInFlight,
    partSize: partBytes,
  })
  upload.on('httpUploadProgress', ({ loaded = 0 }) => {
    room?.give(Math.max(0, loaded - sent))
    sent = Math.max(sent, loaded)
  })
  await upload.done()
  return { bytes }
}

async function download(
  { downloads, name }: Bucket,
  key: string,
  range?: ByteRange,
): Promise<StoredObject | null> {
  const Range = range && rangeHeader(range)
  try {
    const answer = await downloads.send(new GetObjectCommand({ Bucket: name, Key: key, Range }))
    const wholeBytes = answer.ContentRange?.split('/')[1] ?? answer.ContentLength
    const stream = failingWhenSlow(answer.Body as Readable, { ms: silentMs, bytesPerSecondMin })
    return { ...factsOf({ ...answer, ContentLength: Number(wholeBytes) }), stream }
  } catch (error) {
    if (statusOf(error) === 416) throw new RangeError(`no such range: ${Range}`, { cause: error })
    return nullIfMissing(error)
  }
}

/** Servers answer a malformed range with the whole object, so it is refused here. */
function rangeHeader({ start, end }: ByteRange): string {
  if (start < 0 || end < start) throw new RangeError(`no such range: ${start}-${end}`)
  return `bytes=${start}-${end}`
}

async function head({ client, name }: Bucket, key: string): Promise<ObjectFacts | null> {
  return client.send(new HeadObjectCommand({ Bucket: name, Key: key })).then(factsOf, nullIfMissing)
}

/** Where `ping` looks for an object; nobody stores one there. */
const pingKey = 'ingestions/ping'
const forbidden = 403

async function ping(bucket: Bucket): Promise<void> {
  try {
    await head(bucket, pingKey)
  } catch (error) {
    // Services answer so to whoever may not list a bucket and asks for an object that is missing.
    if (statusOf(error) !== forbidden) throw error
  }
}

/** Lists prefix by prefix, but deletes what they hold together: that halves the calls for prefixes of few objects. */
async function deletePrefixes(bucket: Bucket, prefixes: readonly string[]): Promise<number> {
  const [left, found, failures] = [[...prefixes], [] as string[], [] as unknown[]]
  let deleted = 0
  const remove = async (keys: readonly string[]) => {
    await deleteObjects(bucket, keys)
    deleted += keys.length
  }
  const listNext = async () => {
    for (let prefix = left.pop(); prefix !== undefined; prefix = left.pop()) {
      for await (const page of pages(bucket, prefix)) found.push(...page.map(({ Key }) => Key ?? ''))
      while (found.length >= deletedAtOnce) await remove(found.splice(0, deletedAtOnce))
    }
  }
  const note = (error: unknown) => void failures.push(error)
  await Promise.all(Array.from({ length: listsInFlight }, () => listNext().catch(note)))
  if (found.length > 0) await remove(found).catch(note)
  if (failures.length > 0) throw failures[0]
  return deleted
}

async function deleteObjects({ client, name }: Bucket, keys: readonly string[]): Promise<void> {
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true }
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: name, Delete }))
  // Some services report objects that a concurrent sweep has already deleted.
  const kept = Errors.filter(({ Code }) => Code !== 'NoSuchKey')
  if (kept[0])
    throw new Error(`not deleted: ${kept[0].Code} for ${kept.length} objects, first ${kept[0].Key}`)
}

async function* pages({ client, name }: Bucket, prefix: string) {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix }))
    yield page.Contents ?? []
}

type Described = {
  ContentLength?: number | undefined
  ContentType?: string | undefined
  ETag?: string | undefined
}

function factsOf({ ContentLength, ContentType, ETag }: Described): ObjectFacts {
  return { bytes: ContentLength ?? 0, mime: ContentType ?? 'application/octet-stream', etag: ETag ?? '' }
}

function nullIfMissing(error: unknown): null {
  if (statusOf(error) === 404 && (error as S3ServiceException).name !== 'NoSuchBucket') return null
  throw error
}
