import { createLog } from '@equerre/platform/log'
import { renderMetrics } from '@equerre/platform/metrics'
import { openStorage } from '@equerre/platform/storage'
import { StorageError } from '@equerre/platform/storage/error'
import { watchStorage, type WatchedStorage } from '@equerre/platform/storage/watch'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { startS3Trouble, type S3Trouble } from '@equerre/testkit/s3-trouble'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const mime = { mime: 'text/plain' }
const broken = { status: 500, code: 'InternalError' }
const full = { methods: ['PUT', 'POST'], status: 507, code: 'XMinioStorageFull' }

describe.skipIf(missingS3)('a storage that answers with errors', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let trouble: S3Trouble
  let storage: WatchedStorage
  let records: Record<string, unknown>[]
  beforeAll(async () => {
    s3 = await startS3()
    trouble = await startS3Trouble(s3.settings.endpoint ?? '')
  })
  afterAll(async () => {
    await trouble?.close()
    await s3?.stop()
  })
  beforeEach(() => {
    trouble.heal()
    records = []
    const log = createLog('test', 'info', { to: { write: (line) => void records.push(JSON.parse(line)) } })
    storage = watchStorage(openStorage({ ...s3.settings, endpoint: trouble.endpoint }), log)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['put', () => storage.put('some/key', Buffer.from('x'), mime)],
    ['get', () => storage.get('some/key')],
    ['read', () => storage.read('some/key')],
    ['head', () => storage.head('some/key')],
    ['delete', () => storage.deletePrefix('some/key/')],
    ['delete', () => storage.deletePrefixes(['some/key/', 'other/key/'])],
    ['list', () => storage.list('some/key/')[Symbol.asyncIterator]().next()],
    ['ping', () => storage.ping()],
  ])('one %s that fails is one record, is counted, and the storage degraded', async (operation, call) => {
    const before = await countOf(operation)
    trouble.begin(broken)
    await expect(call()).rejects.toMatchObject({ name: 'StorageError', full: false })
    expect(records).toEqual([
      expect.objectContaining({
        operation,
        msg: 'storage call failed',
        ms: expect.any(Number),
        err: expect.objectContaining({ status: 500 }),
        ...(operation !== 'ping' && { key: expect.stringMatching(/^some\/key/) }),
      }),
    ])
    expect(await countOf(operation)).toBe(before + 1)
    expect(storage.isWorking()).toBe(false)
    trouble.heal()
    await call()
    expect(storage.isWorking()).toBe(true)
  })

  it('a full one says so, for small objects and for large ones', async () => {
    trouble.begin(full)
    for (const bytes of [10, 6_000_000])
      await expect(storage.put('full/one', Buffer.alloc(bytes), mime)).rejects.toMatchObject({ full: true })
    expect(records).toHaveLength(2)
    expect(await countOf('put', 'full')).toBe(2)
    expect(await storage.head('full/one')).toBeNull()
  })

  it('what its sender or its reader gives up, and a range outside an object, are not its fault', async () => {
    async function* hangingUp() {
      yield Buffer.from('begun')
      throw new Error('hung up')
    }
    await expect(storage.put('given/up', Readable.from(hangingUp()), mime)).rejects.not.toBeInstanceOf(
      StorageError,
    )
    await storage.put('given/whole', Buffer.alloc(1_000_000), mime)
    await expect(storage.get('given/whole', { start: 1_000_000, end: 1_000_001 })).rejects.toThrow(RangeError)
    const { stream } = (await storage.get('given/whole'))!
    await expect(pipeline(stream, hangUp)).rejects.toThrow('reader hung up')
    expect(records).toEqual([])
    expect(storage.isWorking()).toBe(true)
  })

  it('a download that breaks off halfway is one record', async () => {
    await storage.put('a/large', Buffer.alloc(30_000_000), mime)
    const object = await storage.get('a/large')
    const read = async () => {
      for await (const _chunk of object!.stream) await trouble.cut()
    }
    await expect(read()).rejects.toBeInstanceOf(StorageError)
    expect(records).toEqual([expect.objectContaining({ operation: 'body', key: 'a/large' })])
  })
})

async function hangUp(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of chunks) throw new Error('reader hung up')
}

/** How often an operation has ended so in this process. */
async function countOf(operation: string, outcome = 'failed'): Promise<number> {
  const { text } = await renderMetrics()
  const wanted = `storage_call_duration_seconds_count{operation="${operation}",outcome="${outcome}"}`
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(wanted))!
      .split(' ')
      .at(-1),
  )
}
