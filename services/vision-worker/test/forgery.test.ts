import { artifactFile, storageKeys, type StepOutcome, type VisionJob } from '@equerre/contract/jobs'
import { openStorage, type Storage } from '@equerre/platform/storage'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { duplexPair } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFrames, writeFrame } from '../src/cell/frames.ts'
import { serveStep, type Reply } from '../src/cell/serve.ts'
import type { CellMessage } from '../src/cell/messages.ts'

/** What a worker does when the process at the other end of the pipe has been taken over. The test plays that process. */

let dir: string
let storage: Storage
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'equerre-forgery-'))
  storage = openStorage({ driver: 'filesystem', dir })
})
afterAll(() => rm(dir, { recursive: true }))

const job: VisionJob = {
  step: 'ingest',
  stepId: randomUUID(),
  ingestionId: randomUUID(),
  requestId: 'test',
  original: { mime: 'image/jpeg', bytes: 3 },
}
const stranger = randomUUID()
const own = (file: string) => storageKeys.artifact(job.ingestionId, file)
const bytes = Buffer.from('abc')

/** Serves the job to a process that sends these messages; returns the reply, or how it ended. */
async function whenItSays(...words: readonly (readonly [head: unknown, body?: Buffer])[]) {
  const [outside, inside] = duplexPair()
  // The process ignores what it is sent.
  inside.resume()
  const services = { storage, debug: () => null, onWait: () => {}, onPage: () => {} }
  const served: Promise<Reply | Error> = serveStep(
    { pipe: outside, next: readFrames(outside, 1_000).next },
    job,
    services,
  ).catch((error: Error) => error)
  const heard = (async () => {
    for (const [head, body = Buffer.alloc(0)] of words)
      await writeFrame(inside, head, { bytes: body.length, chunks: [body] })
  })()
  // Not awaited: a destroyed pair never settles pending writes.
  heard.catch(() => {})
  const reply = await served
  inside.destroy()
  outside.destroy()
  return reply
}

const done = (change: object): CellMessage => ({
  type: 'done',
  laps: [],
  outcome: {
    kind: 'problem',
    stepId: job.stepId,
    ingestionId: job.ingestionId,
    code: 'unreadable_file',
    detail: 'Illisible.',
    reason: '',
    ...change,
  } as StepOutcome,
})

it.each<[string, ...(readonly [unknown, Buffer?])[]]>([
  ['to read another’s file', [{ type: 'read', key: storageKeys.original(stranger) }]],
  [
    'to read a page made from its file by another step',
    [{ type: 'read', key: own(`${stranger}-warped.png`) }],
  ],
  [
    'to read a path with ..',
    [{ type: 'read', key: `${storageKeys.prefix(job.ingestionId)}../${stranger}/original` }],
  ],
  ['to write over its file', [{ type: 'put', key: storageKeys.original(job.ingestionId) }, bytes]],
  ['to write for another file', [{ type: 'put', key: storageKeys.artifact(stranger, 'preview.jpg') }, bytes]],
  ['to write for another step', [{ type: 'put', key: own(`${stranger}-warped.png`) }, bytes]],
  ['to write the preview of another page', [{ type: 'put', key: own(artifactFile.preview(2)) }, bytes]],
  ['to write what a browser would run', [{ type: 'put', key: own(`${job.stepId}-warped.html`) }, bytes]],
  ['to answer for another step', [done({ stepId: stranger })]],
  ['to answer for another file', [done({ ingestionId: stranger })]],
  ['to answer a different question', [done({ kind: 'rectify', result: {} })]],
  [
    'to be ready again',
    [
      {
        type: 'ready',
        facts: { kernel: 'native', model: '', upright: '', bend: '', text: '', lock: 'none' },
      },
    ],
  ],
  ['to show pictures', [{ type: 'picture', name: 'x', width: 1, height: 1 }, Buffer.alloc(1)]],
  ['to send an unknown message', [{ type: 'run', command: 'true' }]],
  ['to send too much at once', [{ type: 'put', key: own(`${job.stepId}-viz.jpg`) }, Buffer.alloc(2_000)]],
])('is not allowed: %s', async (_name, ...words) => {
  expect(await whenItSays(...words)).toMatchObject({ name: 'BrokenRule' })
  expect(await storage.head(storageKeys.artifact(stranger, 'preview.jpg'))).toBeNull()
  expect(await storage.head(storageKeys.original(job.ingestionId))).toBeNull()
})

it('stores its own output with the type its name implies', async () => {
  const key = own(artifactFile.preview(1))
  expect(await whenItSays([{ type: 'put', key, mime: 'text/html' }, bytes], [done({})])).toHaveProperty(
    'outcome',
  )
  expect(await storage.head(key)).toMatchObject({ mime: 'image/jpeg', bytes: 3 })
})

it('cannot fill the storage', async () => {
  const key = own(`${job.stepId}-viz.jpg`)
  const words = Array.from({ length: 30 }, () => [{ type: 'put', key }, bytes] as const)
  expect(await whenItSays(...words)).toMatchObject({ name: 'BrokenRule' })
})
