import { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import { seconds } from '../metrics.ts'
import { runPeriodically } from '../periodic.ts'
import type { Storage } from '../storage.ts'
import { StorageError } from './error.ts'

/** `body`: an object whose bytes stopped coming halfway. */
const operations = ['put', 'get', 'body', 'read', 'head', 'delete', 'list', 'ping'] as const
type Operation = (typeof operations)[number]
/** `given up`: by its sender, whose bytes stopped coming. */
type Outcome = 'done' | 'failed' | 'full' | 'given up'

const callSeconds = seconds(
  'storage_call_duration_seconds',
  'Time of a call to the storage; of a get, until its first bytes',
  ['operation', 'outcome'],
)

/** Finds an outage that nobody meets, and its end. */
const pingEveryMs = 15_000
/** A failure counts until the same operation succeeds, at most this long: longer than a ping of a silent storage takes, and its pause. */
const rememberedMs = 90_000

export type WatchedStorage = Storage & {
  /** Whether the latest calls succeeded, as far as anybody made some. */
  readonly isWorking: () => boolean
  /** Starts to ask now and then, so that `isWorking` knows without anybody's calls. */
  readonly keepAsking: () => { close: () => Promise<void> }
}

/** The same storage, whose every call is measured and whose every failure is a StorageError with one record in the log. */
export function watchStorage(storage: Storage, log: Log): WatchedStorage {
  const { watch, record, fail, isWorking } = keepRecord(log)
  const ping = () => watch({ operation: 'ping' }, () => storage.ping())
  return {
    // Each by itself, so that a new one cannot be forgotten.
    room: (end, group) => storage.room(end, group),
    put: (key, body, options) =>
      watch({ operation: 'put', key, body }, () => storage.put(key, body, options)),
    get: async (key, range) => {
      const object = await watch({ operation: 'get', key }, () => storage.get(key, range))
      const call = { operation: 'body', key, startMs: performance.now() } as const
      // Whatever else ends the stream early is its reader's doing.
      object?.stream.once('error', (error) => void (error instanceof StorageError && fail(call, error)))
      return object
    },
    read: (key) => watch({ operation: 'read', key }, () => storage.read(key)),
    head: (key) => watch({ operation: 'head', key }, () => storage.head(key)),
    deletePrefix: (prefix) => watch({ operation: 'delete', key: prefix }, () => storage.deletePrefix(prefix)),
    // One failure of many is told by the first prefix of its batch.
    deletePrefixes: (prefixes) =>
      watch({ operation: 'delete', key: prefixes[0] }, () => storage.deletePrefixes(prefixes)),
    async *list(prefix) {
      const call = { operation: 'list', key: prefix, startMs: performance.now() } as const
      try {
        yield* storage.list(prefix)
        record(call, 'done')
      } catch (error) {
        throw fail(call, error)
      }
    },
    ping,
    isWorking,
    keepAsking: () => {
      // What fails is recorded already, and is no failure of the task.
      const work = () => ping().catch(() => {})
      return runPeriodically('storage ping', { everyMs: pingEveryMs, work, log })
    },
  }
}

type Call = {
  readonly operation: Operation
  readonly key?: string | undefined
  /** What is being stored. */
  readonly body?: Readable | Uint8Array
  readonly startMs: number
}

/** Metrics and log of a storage's calls, and which of its operations fail. */
function keepRecord(log: Log) {
  const failedAt = new Map<Operation, number>()
  // What appears at one shows no increase, so all start at zero.
  for (const operation of operations)
    for (const outcome of ['failed', 'full']) callSeconds.zero({ operation, outcome })

  const record = ({ operation, startMs }: Call, outcome: Outcome) => {
    callSeconds.observe({ operation, outcome }, (performance.now() - startMs) / 1_000)
    if (outcome === 'done') failedAt.delete(operation)
  }
  const fail = (call: Call, cause: unknown): StorageError => {
    const { operation, key, startMs } = call
    const error =
      cause instanceof StorageError ? cause : new StorageError(`the storage failed: ${operation}`, cause)
    record(call, error.full ? 'full' : 'failed')
    failedAt.set(operation, performance.now())
    const ms = Math.round(performance.now() - startMs)
    log.error({ err: error.cause ?? error, operation, key, ms }, 'storage call failed')
    return error
  }
  const watch = async <T>(call: Omit<Call, 'startMs'>, work: () => Promise<T>): Promise<T> => {
    const timed = { ...call, startMs: performance.now() }
    try {
      const result = await work()
      record(timed, 'done')
      return result
    } catch (error) {
      // A mistake of ours or of the caller's, such as a range outside the object.
      if (error instanceof RangeError || error instanceof TypeError) throw error
      if (!isGivenUp(call.body, error)) throw fail(timed, error)
      record(timed, 'given up')
      throw error
    }
  }
  const isWorking = () => [...failedAt.values()].every((at) => performance.now() - at > rememberedMs)
  return { watch, record, fail, isWorking }
}

/** Whether it was the body that failed, because a client hung up or its file was refused, and not the storage. */
function isGivenUp(body: Call['body'], error: unknown): boolean {
  if (!(body instanceof Readable)) return false
  return body.errored !== null || (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'
}
