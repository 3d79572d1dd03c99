import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectReply, ingestReply, rectifyReply } from '../../test/replies.ts'
import { copiesOf, costOf, isFolder, isNotFound, isReady, pagesOf } from './job.ts'
import type { Job } from './job.ts'
import { reduceJobs } from './reducer.ts'
import type { JobEvent } from './reducer.ts'

const added = (...ids: string[]): JobEvent => ({
  type: 'added',
  held: 0,
  jobs: ids.map((id) => ({ id, name: `${id}.jpg`, size: 10, kind: 'image' })),
})
const started: JobEvent = { type: 'started', id: 'a' }
const ingested: JobEvent = { type: 'ingested', id: 'a', reply: ingestReply(), tookMs: 5 }
const detected: JobEvent = { type: 'detected', id: 'a', reply: detectReply(), tookMs: 5 }
const rectified: JobEvent = { type: 'rectified', id: 'a', reply: rectifyReply(), tookMs: 5 }
const received: JobEvent = { type: 'received', id: 'a', ingestionId: ingestReply().ingestion_id }
const failed = (final: boolean): JobEvent => ({
  type: 'failed',
  id: 'a',
  failure: { text: 'HTTP 503: Service momentanément indisponible.', final, requestId: null },
})

const run = (...events: JobEvent[]): readonly Job[] => events.reduce(reduceJobs, [] as readonly Job[])
const only = (...events: JobEvent[]): Job => run(added('a'), ...events)[0] as Job

test('a card goes through every state in order', () => {
  const events = [started, ingested, started, detected, started, rectified]
  const states = events.map((_, index) => only(...events.slice(0, index + 1)).status)
  expect(states).toEqual(['uploading', 'ingested', 'detecting', 'detected', 'rectifying', 'done'])
})

test.each([
  { at: 'uploading', before: [started], step: 'ingest', back: 'queued' },
  { at: 'detecting', before: [started, ingested, started], step: 'detect', back: 'ingested' },
  {
    at: 'rectifying',
    before: [started, ingested, started, detected, started],
    step: 'rectify',
    back: 'detected',
  },
])('a failure while $at keeps its text, and a retry repeats that step only', ({ before, step, back }) => {
  const broken = only(...before, failed(true))
  expect(broken).toMatchObject({ status: 'error', failedStep: step })
  expect(broken.failure?.text).toMatch(/^HTTP 503/)
  const again = only(...before, failed(true), { type: 'retried', id: 'a' })
  expect(again).toMatchObject({ status: back, failure: null })
})

test('a retry is a new request after a final refusal, and the same one after any other failure', () => {
  expect(only(started, failed(true)).attempt).toBe(2)
  expect(only(started, failed(false)).attempt).toBe(1)
})

test('after NOT_FOUND nothing is ready: the page does not rectify', () => {
  const job = only(started, ingested, started, { ...detected, reply: detectReply('NOT_FOUND') } as JobEvent)
  expect(isNotFound(job)).toBe(true)
  expect(isReady(job)).toBe(false)
})

test('a PDF of several pages becomes one card with one held job per page, in its place', () => {
  const jobs = run(added('a', 'b'), started, { ...ingested, reply: ingestReply(3) } as JobEvent)
  expect(jobs.map(({ id }) => id)).toEqual(['a', 'a-p1', 'a-p2', 'a-p3', 'b'])
  const folder = jobs[0] as Job
  expect(isFolder(folder)).toBe(true)
  expect(pagesOf(jobs, folder).map(({ page, held }) => [page, held])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
})

test('a PDF of one page stays one card', () => {
  expect(run(added('a'), started, ingested)).toHaveLength(1)
})

test('removing a PDF removes its pages', () => {
  const pdf: JobEvent = { ...ingested, reply: ingestReply(2) } as JobEvent
  expect(run(added('a', 'b'), started, pdf, { type: 'removed', ids: ['a'] }).map(({ id }) => id)).toEqual([
    'b',
  ])
})

test.each([
  ['that is being sent', [started], 0],
  ['that has arrived but is not read yet', [started, received], 1],
  ['that has arrived and could not be read', [started, received, failed(true)], 1],
  ['that was read without a word before', [started, ingested], 1],
  ['of several pages', [started, received, { ...ingested, reply: ingestReply(3) } as JobEvent], 1],
])('of a file %s the service holds as many copies as it has told of', (_, events, copies) => {
  expect(copiesOf(run(added('a'), ...events))).toEqual(Array(copies).fill(ingestReply().ingestion_id))
})

test('the last files of a batch that is larger than the balance wait', () => {
  const batch = { ...added('a', 'b', 'c'), held: 2 } as JobEvent
  expect(run(batch).map(({ held }) => held)).toEqual([false, true, true])
})

test('the price counts pages: none for errors and pages without a document, PDFs apart until they are read', () => {
  const notFound = { ...detected, reply: detectReply('NOT_FOUND') } as JobEvent
  expect(costOf(run(added('a', 'b')))).toEqual({ pages: 2, credits: 2, uncountedPdfs: 0 })
  expect(costOf(run(added('a', 'b'), started, ingested, started, notFound))).toMatchObject({
    pages: 2,
    credits: 1,
  })
  expect(costOf(run(added('a', 'b'), started, failed(true)))).toMatchObject({ pages: 2, credits: 1 })
  const pdf: JobEvent = { type: 'added', held: 0, jobs: [{ id: 'a', name: 'a.pdf', size: 1, kind: 'pdf' }] }
  expect(costOf(run(pdf))).toEqual({ pages: 0, credits: 0, uncountedPdfs: 1 })
  const read = run(pdf, started, { ...ingested, reply: ingestReply(2) } as JobEvent)
  expect(costOf(read)).toEqual({ pages: 2, credits: 2, uncountedPdfs: 0 })
})

const anyEvent: fc.Arbitrary<JobEvent> = fc.constantFrom(
  started,
  { type: 'progressed', id: 'a', ratio: 0.5 },
  received,
  ingested,
  { ...ingested, reply: ingestReply(2) },
  detected,
  rectified,
  failed(true),
  failed(false),
  { type: 'retried', id: 'a' },
  { type: 'held', ids: ['a'] },
  { type: 'released', ids: ['a'] },
  { type: 'removed', ids: ['a'] },
  ...(['started', 'retried'] as const).map((type) => ({ type, id: 'a-p1' })),
)

test('whatever happens, a card holds what its state promises', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      for (const job of run(added('a'), ...events)) {
        if (['ingested', 'detecting', 'detected', 'rectifying', 'done'].includes(job.status))
          expect(job.ingest).not.toBeNull()
        if (['detected', 'rectifying', 'done'].includes(job.status)) expect(job.detect).not.toBeNull()
        expect(job.status === 'done').toBe(job.rectify !== null)
        expect(job.status === 'error').toBe(job.failure !== null)
      }
    }),
  )
})
