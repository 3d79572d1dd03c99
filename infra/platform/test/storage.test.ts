import { missingS3, startS3 } from '@equerre/testkit/s3'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStorage, type Storage } from '../src/storage.ts'

type Opened = { storage: Storage; close: () => Promise<void> | void }

async function openFolder(): Promise<Opened> {
  const dir = mkdtempSync(path.join(tmpdir(), 'equerre-storage-'))
  return {
    storage: openStorage({ driver: 'filesystem', dir }),
    close: () => rmSync(dir, { recursive: true }),
  }
}

async function openBucket(): Promise<Opened> {
  const { settings, stop } = await startS3()
  return { storage: openStorage(settings), close: stop }
}

const drivers = [
  { driver: 'filesystem', open: openFolder, missing: null },
  { driver: 's3', open: openBucket, missing: missingS3 },
]

const text = { mime: 'text/plain' }
/** Larger than one part of an S3 upload, and without a repetition that could hide a misplaced part. */
const large = Buffer.alloc(20_000_000)
for (let offset = 0; offset < large.length; offset += 4)
  large.writeUInt32LE(Math.imul(offset, 2_654_435_761) >>> 0, offset)

describe.each(drivers)('the $driver driver', ({ open, missing }) => {
  let storage: Storage
  let close: Opened['close'] = () => {}
  beforeAll(async () => {
    if (missing === null) ({ storage, close } = await open())
  })
  afterAll(() => close())
  beforeEach((context) => context.skip(missing !== null, missing ?? ''))

  it('returns the bytes, the type and the size', async () => {
    expect(await storage.put('a/one', Buffer.from('bonjour'), text)).toEqual({ bytes: 7 })
    expect(String(await storage.read('a/one'))).toBe('bonjour')
    expect(await storage.head('a/one')).toMatchObject({ bytes: 7, mime: 'text/plain' })
  })

  it('stores a stream of unknown length that is larger than one part', async () => {
    const chunks = Array.from({ length: 20 }, (_, index) =>
      large.subarray(index * 1_000_000, (index + 1) * 1_000_000),
    )
    expect(await storage.put('a/large', Readable.from(chunks), text)).toEqual({ bytes: large.length })
    expect(large.equals((await storage.read('a/large')) ?? Buffer.alloc(0))).toBe(true)
  })

  it('stores an empty object', async () => {
    expect(await storage.put('a/empty', Readable.from([]), text)).toEqual({ bytes: 0 })
    expect(await storage.read('a/empty')).toEqual(Buffer.alloc(0))
    expect(await storage.head('a/empty')).toMatchObject({ bytes: 0 })
  })

  it('returns null for what is not there', async () => {
    await storage.put('folder/leaf', Buffer.from('x'), text)
    for (const key of ['nothing', 'folder', 'folder/leaf/below']) {
      expect(await storage.get(key)).toBeNull()
      expect(await storage.head(key)).toBeNull()
      expect(await storage.read(key)).toBeNull()
    }
  })

  it.each([
    { range: { start: 0, end: 0 }, expected: '0' },
    { range: { start: 2, end: 4 }, expected: '234' },
    { range: { start: 8, end: 500 }, expected: '89' },
  ])('reads bytes $range.start to $range.end, the last included', async ({ range, expected }) => {
    await storage.put('a/range', Buffer.from('0123456789'), text)
    const object = await storage.get('a/range', range)
    expect(object).toMatchObject({ bytes: 10, mime: 'text/plain' })
    expect(Buffer.concat((await object?.stream.toArray()) ?? []).toString()).toBe(expected)
  })

  it.each([
    { start: 10, end: 12 },
    { start: 3, end: 2 },
    { start: -1, end: 2 },
  ])('refuses the range $start to $end of ten bytes', async (range) => {
    await storage.put('a/range', Buffer.from('0123456789'), text)
    await expect(storage.get('a/range', range)).rejects.toThrow(RangeError)
  })

  it('replaces the whole object, and gives new content a new tag', async () => {
    await storage.put('a/tag', Buffer.from('one'), text)
    const before = await storage.head('a/tag')
    await storage.put('a/tag', Buffer.from('one'), text)
    expect((await storage.head('a/tag'))?.etag).toBe(before?.etag)
    await storage.put('a/tag', Buffer.from('two, longer'), { mime: 'image/png' })
    const after = await storage.head('a/tag')
    expect(after).toMatchObject({ bytes: 11, mime: 'image/png' })
    expect(after?.etag).not.toBe(before?.etag)
    expect(after?.etag).toMatch(/^".+"$/)
  })

  it('finishes reading the version that it opened', async () => {
    await storage.put('a/version', large, text)
    const object = await storage.get('a/version')
    await storage.put('a/version', Buffer.from('new'), text)
    expect(large.equals(Buffer.concat((await object?.stream.toArray()) ?? []))).toBe(true)
  })

  it.each([
    { how: 'fails', at: 10, breakOff: (body: Readable) => body.destroy(new Error('lost')) },
    { how: 'is destroyed', at: 10, breakOff: (body: Readable) => body.destroy() },
    {
      how: 'fails after several parts',
      at: 20_000_000,
      breakOff: (body: Readable) => body.destroy(new Error('lost')),
    },
  ])('leaves nothing when the body $how', async ({ at, breakOff }) => {
    let sent = false
    const body = new Readable({
      read() {
        if (sent) breakOff(this)
        else this.push(large.subarray(0, at))
        sent = true
      },
    })
    await expect(storage.put('broken/body', body, text)).rejects.toThrow()
    expect(await storage.head('broken/body')).toBeNull()
    expect(await keys(storage, 'broken/')).toEqual([])
  })

  it('keeps what was there when its replacement fails', async () => {
    await storage.put('a/kept', Buffer.from('kept'), text)
    const body = new Readable({ read: () => {} })
    body.push('half')
    setImmediate(() => body.destroy(new Error('lost')))
    await expect(storage.put('a/kept', body, text)).rejects.toThrow('lost')
    expect(String(await storage.read('a/kept'))).toBe('kept')
  })

  it('lists and deletes below a prefix only', async () => {
    for (const key of ['p/1/a', 'p/1/b/c', 'p/10/a', 'p/2']) await storage.put(key, Buffer.from(key), text)
    expect(await keys(storage, 'p/1/')).toEqual(['p/1/a', 'p/1/b/c'])
    expect(await storage.deletePrefix('p/1/')).toBe(2)
    expect(await keys(storage, 'p/')).toEqual(['p/10/a', 'p/2'])
    expect(await storage.deletePrefix('p/1/')).toBe(0)
    expect(await storage.deletePrefix('p/')).toBe(2)
    expect(await keys(storage, 'p/')).toEqual([])
  })

  it('deletes below many prefixes at once', async () => {
    const prefixes = Array.from({ length: 20 }, (_, index) => `many/${index}/`)
    for (const key of [...prefixes.flatMap((prefix) => [`${prefix}a`, `${prefix}b`]), 'many/200/kept'])
      await storage.put(key, Buffer.from('x'), text)
    expect(await storage.deletePrefixes(prefixes)).toBe(40)
    expect(await keys(storage, 'many/')).toEqual(['many/200/kept'])
    expect(await storage.deletePrefixes([])).toBe(0)
    await expect(async () => storage.deletePrefixes(['many/200/', ''])).rejects.toThrow(TypeError)
    expect(await storage.deletePrefix('many/')).toBe(1)
  })

  it('says when an object was stored', async () => {
    const before = Date.now()
    await storage.put('when/now', Buffer.from('x'), text)
    for await (const { modifiedAt } of storage.list('when/')) {
      // S3 reports whole seconds.
      expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(before - 1_000)
    }
  })

  it('stores and deletes below the same prefix at once without an error', async () => {
    const puts = Array.from({ length: 30 }, (_, index) =>
      storage.put(`busy/${index}/x`, Buffer.from('x'), text),
    )
    const sweeps = Array.from({ length: 10 }, () => storage.deletePrefix('busy/'))
    await Promise.all([...puts, ...sweeps])
    await storage.deletePrefix('busy/')
    expect(await keys(storage, 'busy/')).toEqual([])
  })

  it.each(['', '/', '/a', 'a/', 'a//b', '..', 'a/../b', '.hidden', 'a/.', 'a\\b', 'a\0', 'é'])(
    'refuses the key %j',
    async (key) => {
      await expect(async () => storage.put(key, Buffer.from('x'), text)).rejects.toThrow(TypeError)
      await expect(async () => storage.get(key)).rejects.toThrow(TypeError)
    },
  )

  it.each(['', 'a', '../', '/'])('refuses to delete below %j', async (prefix) => {
    await expect(async () => storage.deletePrefix(prefix)).rejects.toThrow(TypeError)
  })
})

it('deletes more objects in S3 than it takes in one call', async (context) => {
  context.skip(missingS3 !== null, missingS3 ?? '')
  const { settings, folder, stop } = await startS3()
  try {
    for (const prefix of ['a', 'b', 'c'])
      mkdirSync(path.join(folder, settings.bucket, 'many', prefix), { recursive: true })
    for (let index = 0; index < 1_500; index++)
      writeFileSync(path.join(folder, settings.bucket, 'many', 'abc'[index % 3]!, String(index)), 'x')
    const storage = openStorage(settings)
    expect(await storage.deletePrefixes(['many/a/', 'many/b/', 'many/c/'])).toBe(1_500)
    expect(await keys(storage, 'many/')).toEqual([])
  } finally {
    await stop()
  }
})

it('leaves no folder and no half-written file behind in the file system', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'equerre-storage-'))
  const storage = openStorage({ driver: 'filesystem', dir })
  await storage.put('ingestions/1/artifacts/a', Buffer.from('x'), text)
  await expect(storage.put('ingestions/2/a', Readable.from(failing()), text)).rejects.toThrow('lost')
  await storage.deletePrefix('ingestions/1/')
  expect(readdirSync(dir, { recursive: true })).toEqual(['.incoming'])
  rmSync(dir, { recursive: true })
})

async function* failing(): AsyncGenerator<string> {
  yield 'half'
  throw new Error('lost')
}

async function keys(storage: Storage, prefix: string): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of storage.list(prefix)) found.push(key)
  return found.toSorted()
}
