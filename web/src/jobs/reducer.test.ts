import { boxQuad } from '@equerre/geometry/quad'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectReply, doubtfulReply, ingestReply, rectifyReply } from '../../test/replies.ts'
import type { DetectReply } from '../api/steps.ts'
import { mayBeSpread, namedDocument, otherDocuments } from './documents.ts'
import {
  asksAboutSpread,
  awaitsReview,
  ingestionIdsOf,
  correctionCost,
  costOf,
  isErased,
  isFolder,
  isNotFound,
  isReady,
  isUncertain,
  needsReview,
  pagesOf,
  proposalOf,
  unpaid,
} from './job.ts'
import type { Job } from './job.ts'
import { defaultSettings } from './intake/options.ts'
import { reduceJobs } from './reducer.ts'
import { nameOf } from './status.ts'
import type { JobEvent } from './reducer.ts'

const added = (...ids: string[]): JobEvent => ({
  type: 'added',
  held: null,
  jobs: ids.map((id) => ({ id, name: `${id}.jpg`, size: 10, kind: 'image' })),
})
const { options } = defaultSettings
const started: JobEvent = { type: 'started', id: 'a', options }
const ingested: JobEvent = { type: 'ingested', id: 'a', reply: ingestReply(), tookMs: 5 }
const detected: JobEvent = { type: 'detected', id: 'a', reply: detectReply(), tookMs: 5 }
const rectified: JobEvent = { type: 'rectified', id: 'a', reply: rectifyReply(), tookMs: 5, charged: 1 }
const received: JobEvent = { type: 'received', id: 'a', ingestionId: ingestReply().ingestion_id }
const failed = (final: boolean): JobEvent => ({
  type: 'failed',
  id: 'a',
  failure: { text: 'HTTP 503: Service momentanément indisponible.', final, requestId: null },
})

const run = (...events: JobEvent[]): readonly Job[] => events.reduce(reduceJobs, [] as readonly Job[])
const only = (...events: JobEvent[]): Job => run(added('a'), ...events)[0] as Job

test('S-01: a card passes through every state in order', () => {
  const events = [started, ingested, started, detected, started, rectified]
  const states = events.map((_, index) => only(...events.slice(0, index + 1)).status)
  expect(states).toEqual(['uploading', 'ingested', 'detecting', 'detected', 'rectifying', 'done'])
})

test('a card whose file was erased elsewhere has no result any more, and nothing to try again', () => {
  const card = only(started, ingested, started, detected, started, rectified, { type: 'erased', id: 'a' })
  expect(card).toMatchObject({ status: 'error', rectify: null, detect: null, paid: 1 })
  expect(isErased(card)).toBe(true)
  expect(reduceJobs([card], { type: 'retried', id: 'a' })).toEqual([card])
  expect(isErased(only(started, failed(true)))).toBe(false)
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

test('G47: a retry is a new request after a final refusal, and the same request after any other failure', () => {
  expect(only(started, failed(true)).attempt).toBe(2)
  expect(only(started, failed(false)).attempt).toBe(1)
})

test('after NOT_FOUND nothing is ready: the page is not rectified', () => {
  const job = only(started, ingested, started, { ...detected, reply: detectReply('NOT_FOUND') } as JobEvent)
  expect(isNotFound(job)).toBe(true)
  expect(isReady(job)).toBe(false)
})

const free: JobEvent = { ...rectified, charged: 0 } as JobEvent
const corrected: JobEvent = { type: 'corrected', id: 'a', corners: detectReply().corners, options }

test('a correction keeps the old result until the new one arrives, and clears the review', () => {
  const doubtful = { ...detected, reply: detectReply('REVIEW_REQUIRED') } as JobEvent
  const before = only(started, ingested, started, doubtful, started, rectified)
  expect(needsReview(before)).toBe(true)
  const between = only(started, ingested, started, doubtful, started, rectified, corrected)
  expect(between).toMatchObject({ status: 'detected', attempt: 2, rectify: before.rectify })
  expect(isReady(between)).toBe(true)
  const after = only(started, ingested, started, doubtful, started, rectified, corrected, started, free)
  expect(after).toMatchObject({ status: 'done', paid: 1, corrections: 1 })
  expect(needsReview(after)).toBe(false)
})

test('a page without a document continues once the corners are placed by hand', () => {
  const nothing = { ...detected, reply: detectReply('NOT_FOUND') } as JobEvent
  const seen = only(started, ingested, started, nothing)
  expect(awaitsReview(seen)).toBe(true)
  expect(awaitsReview({ ...seen, accepted: true })).toBe(false)
  expect(only(started, ingested, started, nothing, corrected, started).status).toBe('rectifying')
})

test('a page in doubt stops like one without a document, free of charge, until the user decides', () => {
  const doubtful = { ...detected, reply: doubtfulReply() } as JobEvent
  const job = only(started, ingested, started, doubtful)
  expect([isNotFound(job), isUncertain(job), isReady(job), awaitsReview(job)]).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(proposalOf(job)).toEqual(doubtfulReply().alternatives[0]!.corners)
  expect(costOf([job])).toMatchObject({ pages: 1, credits: 0 })
  const accepted = only(started, ingested, started, doubtful, corrected)
  expect([isUncertain(accepted), isReady(accepted), unpaid([accepted])]).toEqual([false, true, 1])
  const made = only(started, ingested, started, doubtful, corrected, started, rectified)
  expect([made.status, needsReview(made)]).toEqual(['done', false])
})

test('a rectify that made nothing stops the card as its detection would have, and is not repeated', () => {
  const artifacts = { ...rectifyReply().artifacts, warped_path: null, screen_path: null, thumb_path: null }
  const { status, reasons } = doubtfulReply()
  const nothing = { ...rectifyReply(), status, reasons, mime: null, width: null, height: null, artifacts }
  const event: JobEvent = { ...rectified, reply: nothing, charged: 0 } as JobEvent
  const job = only(started, ingested, started, detected, started, event)
  expect(job).toMatchObject({ status: 'detected', rectify: null, paid: 0 })
  expect([isUncertain(job), isReady(job)]).toEqual([true, false])
})

test('corrections are ignored while a step is running and before detection', () => {
  expect(only(started, ingested, started, detected, started, corrected)).toMatchObject({ corners: null })
  expect(only(started, failed(true), corrected)).toMatchObject({ status: 'error', corners: null })
})

test('each payment for a page includes five free corrections', () => {
  const job = only()
  expect(correctionCost({ ...job, paid: 0, corrections: 0 }, 5)).toBe(1)
  expect(correctionCost({ ...job, paid: 1, corrections: 4 }, 5)).toBe(0)
  expect(correctionCost({ ...job, paid: 1, corrections: 5 }, 5)).toBe(1)
  expect(correctionCost({ ...job, paid: 2, corrections: 9 }, 5)).toBe(0)
})

test('a correction is free only where it overlaps what was paid for', () => {
  const moved = (by: number) =>
    boxQuad({ left: by, top: 0, right: 1 + by, bottom: 1 }) as unknown as DetectReply['corners']
  const paid = only(started, ingested, started, detected, started, rectified)
  expect(paid.captured).toEqual([rectifyReply().corners])
  // Boxes of side 1 moved by d: IoU (1 - d) / (1 + d).
  expect([0.3, 0.4].map((by) => correctionCost(paid, 5, moved(by)))).toEqual([0, 1])
  const corrected: JobEvent = { type: 'corrected', id: 'a', corners: moved(0.3), options }
  const reply = { ...rectifyReply(), corners: moved(0.3), capture_id: null }
  const [again] = [corrected, started, { ...rectified, reply, charged: 0 }].reduce(reduceJobs, [paid])
  expect(correctionCost(again!, 5, moved(0.4))).toBe(1)
  // Stored by the previous release.
  expect(correctionCost({ ...paid, captured: [] }, 5, moved(0.3))).toBe(0)
})

test('both pages of an open book are cards of their own, straightened from their corners', () => {
  const [left, right] = [0, 0.5].map((x) =>
    boxQuad({ left: x, top: 0, right: x + 0.5, bottom: 1 }),
  ) as unknown as [DetectReply['corners'], DetectReply['corners']]
  const done: JobEvent[] = [started, ingested, started, detected, started, rectified]
  const book: JobEvent = { type: 'split', id: 'a', spread: { pages: [left, right], options } }
  const jobs = run(added('a', 'b'), ...done, book)
  expect(
    jobs.map(({ id, document, status, corners, held }) => [id, document, status, corners, held]),
  ).toEqual([
    ['a', 1, 'detected', left, null],
    ['a-d2', 2, 'detected', right, null],
    ['b', null, 'queued', null, null],
  ])
  expect(jobs.map(mayBeSpread)).toEqual([false, false, true])
  expect(run(added('a'), started, book)).toHaveLength(1)
})

describe('a photo of several documents', () => {
  const at = (left: number, side: number) =>
    boxQuad({ left, top: 0, right: left + side, bottom: side }) as unknown as DetectReply['corners']
  const documents = [at(0, 0.2), at(0.3, 0.4), at(0.8, 0.1)].map((corners, index) => ({
    corners,
    confidence: 0.9 - index / 10,
    status: index === 2 ? ('REVIEW_REQUIRED' as const) : ('OK' as const),
    reasons: index === 2 ? (['blurred'] as const).slice() : [],
  }))
  const seen = {
    ...detectReply('REVIEW_REQUIRED'),
    corners: at(0.3, 0.4),
    reasons: ['several_documents' as const],
    documents,
  }
  const made = { ...rectifyReply(), document: 2, corners: at(0.3, 0.4) }
  const found: JobEvent[] = [
    started,
    ingested,
    started,
    { type: 'detected', id: 'a', reply: seen, tookMs: 5 },
    started,
    { type: 'rectified', id: 'a', reply: made, tookMs: 5, charged: 1 },
  ]
  const split: JobEvent = { type: 'split', id: 'a' }

  test('becomes one card per document, in reading order, of which one is paid for', () => {
    const jobs = run(added('b', 'a', 'c'), ...found, split)
    expect(jobs.map(({ id, document }) => [id, document])).toEqual([
      ['b', null],
      ['a-d1', 1],
      ['a', 2],
      ['a-d3', 3],
      ['c', null],
    ])
    expect(jobs.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4])
    const [, first, own, last] = jobs
    expect(own).toMatchObject({ status: 'done', paid: 1, rectify: made })
    expect(first).toMatchObject({ status: 'detected', held: 'price', paid: 0, rectify: null })
    expect(last!.detect).toMatchObject({ corners: at(0.8, 0.1), confidence: 0.7, reasons: ['blurred'] })
    expect([own, last].map((job) => needsReview({ ...job!, status: 'done' }))).toEqual([false, true])
    expect([first, own].map((job) => otherDocuments(job!))).toEqual([[], []])
  })

  test('offers that once it is straightened, and never for a single one', () => {
    const offered = (...events: JobEvent[]) => otherDocuments(run(added('a'), ...events)[0]!)
    expect(offered(...found)).toEqual([1, 3])
    expect(offered(...found.slice(0, 4))).toEqual([])
    expect(offered(started, ingested, started, detected, started, rectified)).toEqual([])
    expect(run(added('a'), started, split)).toHaveLength(1)
  })

  test('may be a page of a file: its documents stay there', () => {
    const pages = run(added('a'), started, { ...ingested, reply: ingestReply(2) } as JobEvent)
    const page = { ...run(added('a'), ...found)[0]!, id: 'a-p1', parent: 'a', pages: 1 }
    const jobs = reduceJobs([pages[0]!, page, pages[2]!], { type: 'split', id: 'a-p1' })
    expect(jobs.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['a-p1-d1', 'a'],
      ['a-p1', 'a'],
      ['a-p1-d3', 'a'],
      ['a-p2', 'a'],
    ])
  })
})

test('G08: a PDF with several pages becomes one card followed by one held job per page', () => {
  const jobs = run(added('a', 'b'), started, { ...ingested, reply: ingestReply(3) } as JobEvent)
  expect(jobs.map(({ id }) => id)).toEqual(['a', 'a-p1', 'a-p2', 'a-p3', 'b'])
  const folder = jobs[0] as Job
  expect(isFolder(folder)).toBe(true)
  expect(pagesOf(jobs, folder).map(({ page, held }) => [page, held])).toEqual([
    [1, 'choice'],
    [2, 'choice'],
    [3, 'choice'],
  ])
})

test('a one-page PDF stays one card', () => {
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
  ['that was read without an announcement', [started, ingested], 1],
  ['of several pages', [started, received, { ...ingested, reply: ingestReply(3) } as JobEvent], 1],
])('for a file %s, exactly the announced copies are known', (_, events, copies) => {
  expect(ingestionIdsOf(run(added('a'), ...events))).toEqual(Array(copies).fill(ingestReply().ingestion_id))
})

test('G06: the last files of a batch that exceeds the balance wait', () => {
  const last: JobEvent = { type: 'held', ids: ['b', 'c'], held: 'credits' }
  expect(run(added('a', 'b', 'c'), last).map(({ held }) => held)).toEqual([null, 'credits', 'credits'])
})

test('the price leaves out errors, pages without a document and unchosen pages; unread PDFs and TIFFs are counted apart', () => {
  const notFound = { ...detected, reply: detectReply('NOT_FOUND') } as JobEvent
  expect(costOf(run(added('a', 'b')))).toEqual({ pages: 2, credits: 2, uncounted: [] })
  expect(costOf(run(added('a', 'b'), started, ingested, started, notFound))).toMatchObject({
    pages: 2,
    credits: 1,
  })
  expect(costOf(run(added('a', 'b'), started, failed(true)))).toMatchObject({ pages: 2, credits: 1 })
  const pdf: JobEvent = {
    type: 'added',
    held: null,
    jobs: [{ id: 'a', name: 'a.pdf', size: 1, kind: 'pdf' }],
  }
  expect(costOf(run(pdf))).toMatchObject({ pages: 0, credits: 0, uncounted: [{ id: 'a' }] })
  const tiff: JobEvent = { ...pdf, jobs: [{ id: 'a', name: 'a.TIF', size: 1, kind: 'image' }] }
  expect(costOf(run(tiff))).toMatchObject({ pages: 0, credits: 0, uncounted: [{ id: 'a' }] })
  const read = run(pdf, started, { ...ingested, reply: ingestReply(2) } as JobEvent)
  expect(costOf(read)).toEqual({ pages: 0, credits: 0, uncounted: [] })
  expect(unpaid(read)).toBe(0)
  const chosen = reduceJobs(read, { type: 'released', ids: ['a-p2'] })
  expect(costOf(chosen)).toEqual({ pages: 1, credits: 1, uncounted: [] })
  expect(unpaid(chosen)).toBe(1)
})

test('the state of a card and its pages from another tab replaces this one, including a removal', () => {
  const here = run(added('b', 'a', 'c'), started)
  const there = run(added('a'), started, { ...ingested, reply: ingestReply(2) } as JobEvent)
  const synced = reduceJobs(here, { type: 'synced', id: 'a', family: there })
  expect(synced.map(({ id }) => id)).toEqual(['b', 'a', 'a-p1', 'a-p2', 'c'])
  expect(reduceJobs(synced, { type: 'synced', id: 'a', family: [] }).map(({ id }) => id)).toEqual(['b', 'c'])
})

test('a PDF that was just read is held with its pages until they are chosen', () => {
  const read = run(added('a'), started, { ...ingested, reply: ingestReply(2) } as JobEvent)
  expect(read.map(({ held }) => held)).toEqual(['choice', 'choice', 'choice'])
})

test('a PDF that could not be read no longer counts as unread', () => {
  const pdf: JobEvent = {
    type: 'added',
    held: null,
    jobs: [{ id: 'a', name: 'a.pdf', size: 1, kind: 'pdf' }],
  }
  expect(costOf(run(pdf, started, failed(true)))).toEqual({ pages: 1, credits: 0, uncounted: [] })
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
  { type: 'held', ids: ['a'], held: 'credits' },
  { type: 'released', ids: ['a'] },
  { type: 'removed', ids: ['a'] },
  { type: 'corrected', id: 'a', corners: detectReply().corners, options },
  { type: 'accepted', id: 'a' },
  { type: 'started', id: 'a-p1', options },
  { type: 'retried', id: 'a-p1' },
)

test('after any events, a card holds what its state implies', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      for (const job of run(added('a'), ...events)) {
        if (['ingested', 'detecting', 'detected', 'rectifying', 'done'].includes(job.status))
          expect(job.ingest).not.toBeNull()
        if (['detected', 'rectifying', 'done'].includes(job.status)) expect(job.detect).not.toBeNull()
        if (job.status === 'done') expect(job.rectify).not.toBeNull()
        if (job.status === 'rectifying') expect(job.options).not.toBeNull()
        expect(job.status === 'error').toBe(job.failure !== null)
      }
    }),
  )
})

describe('an open book', () => {
  const half = (left: number) =>
    boxQuad({ left, top: 0, right: left + 0.5, bottom: 1 }) as unknown as DetectReply['corners']
  const documents = [half(0), half(0.5)].map((corners) => ({
    corners,
    confidence: 0.9,
    status: 'OK' as const,
    reasons: [],
  }))
  const seen: DetectReply = { ...detectReply(), documents, spread: true }
  const asked: JobEvent[] = [
    started,
    ingested,
    started,
    { type: 'detected', id: 'a', reply: seen, tookMs: 5 },
  ]
  const whole: JobEvent[] = [
    { type: 'released', ids: ['a'] },
    started,
    { type: 'rectified', id: 'a', reply: { ...rectifyReply(), document: 0 }, tookMs: 5, charged: 1 },
  ]
  const split: JobEvent = { type: 'split', id: 'a' }

  test('stops until the user wants one page or two, and counts as one until then', () => {
    const jobs = run(added('a'), ...asked)
    expect(jobs.map(isReady)).toEqual([false])
    expect(asksAboutSpread(jobs[0]!)).toBe(true)
    expect(costOf(jobs)).toMatchObject({ pages: 1, credits: 1 })
    expect(otherDocuments(jobs[0]!)).toEqual([1, 2])
    const [released] = run(added('a'), ...asked, { type: 'released', ids: ['a'] })
    expect([isReady(released!), asksAboutSpread(released!)]).toEqual([true, false])
    expect(namedDocument(released!)).toEqual({})
  })

  test('becomes two cards, of which the first is the photo’s own', () => {
    const jobs = run(added('a'), ...asked, split)
    expect(jobs.map(({ id, document, held }) => [id, document, held])).toEqual([
      ['a', 1, 'price'],
      ['a-d2', 2, 'price'],
    ])
    expect(jobs.map(({ detect }) => detect?.corners)).toEqual([half(0), half(0.5)])
    expect(jobs.map(namedDocument)).toEqual([{ document: 1 }, { document: 2 }])
  })

  test('that was made as a whole stays beside its pages', () => {
    const [made] = run(added('a'), ...asked, ...whole)
    expect(otherDocuments(made!)).toEqual([1, 2])
    const jobs = run(added('a'), ...asked, ...whole, split)
    expect(jobs.map(({ id, document, status }) => [id, document, status])).toEqual([
      ['a', 0, 'done'],
      ['a-d1', 1, 'detected'],
      ['a-d2', 2, 'detected'],
    ])
    expect(jobs.map(nameOf)).toEqual(['a.jpg', 'a.jpg, document 1', 'a.jpg, document 2'])
    expect(namedDocument(jobs[0]!)).toEqual({})
  })

  test('of which one page was made elsewhere goes on as that page', () => {
    const [page] = run(added('a'), ...asked, ...whole)
    const made = { ...page!, rectify: { ...rectifyReply(), document: 2 } }
    expect(otherDocuments(made)).toEqual([1])
    expect(namedDocument(made)).toEqual({ document: 2 })
  })
})
