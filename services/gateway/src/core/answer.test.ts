import type { Corners, DetectReply, Reason, RectifyReply } from '@equerre/contract/detourage'
import type { DetectResult, RectifyResult } from '@equerre/contract/jobs'
import { describe, expect, it } from 'vitest'
import { itemOf, stepAnswer } from './answer.ts'
import { sampleStep } from '../../test/support/sample-step.ts'
import { rowOf } from './step-kinds.ts'
import { hasEnded, type Done, type Ingestion, type Step } from './step.ts'

const frame: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]
const ingestion: Ingestion = {
  kind: 'file',
  id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  ownerId: 'owner',
  test: false,
  state: 'ready',
  name: 'bail.pdf',
  mime: 'application/pdf',
  bytes: 1234,
  sealedPassword: null,
  pages: [
    { width: 2480, height: 3508, kind: 'scan' },
    { width: 3508, height: 2480, kind: 'digital' },
  ],
  progressive: false,
  createdAt: new Date('2026-11-20T10:00:00Z'),
  expiresAt: new Date('2026-11-21T10:00:00Z'),
}
const detected: DetectResult = {
  status: 'REVIEW_REQUIRED',
  confidence: 0.6,
  corners: frame,
  reasons: ['low_contrast'],
  alternatives: [],
  documents: [{ corners: frame, confidence: 0.6, status: 'REVIEW_REQUIRED' }],
}
const inDoubt: DetectResult = { ...detected, confidence: 0.4, reasons: ['uncertain'] }
const nothingFound: DetectResult = { ...detected, status: 'NOT_FOUND', reasons: ['no_document'] }
const rectified: RectifyResult = {
  status: 'OK',
  confidence: 0.9,
  corners: frame,
  dpi: 300,
  mime: 'image/jpeg',
  width: 10,
  height: 20,
  paper: 'a4',
  proportions: { ratio: 0.708, uncertainty: 0.006 },
  detection: null,
}
const options = {
  relighting: false,
  dpi: 300,
  document: 1,
  format: 'jpeg',
  paper: 'auto',
  filter: 'color',
} as const

const step = (facts: Partial<Step<'rectify'>>) =>
  sampleStep({ input: { zone: null, options }, lane: 'vision-heavy', result: rectified, ...facts })
const ingest = sampleStep({ kind: 'ingest' })
const detection = (facts: Partial<Step<'detect'>>) =>
  sampleStep({ kind: 'detect', result: detected, ...facts })
const free = { freeCorrectionsPerCapture: 5, renderingsPerCapture: 20 }
const waiting = { state: 'waiting', result: null, charged: null, remaining: null } as const

describe('the answer of a step', () => {
  it('is 202 with the address to poll while it runs', () => {
    expect(stepAnswer(step(waiting), ingestion)).toMatchObject({
      status: 202,
      headers: { Location: `/api/v1/detourage/jobs/${step({}).id}`, 'Retry-After': '1' },
      body: { ingestion_id: ingestion.id, step: 'rectify', state: 'queued' },
    })
    expect(stepAnswer(step({ ...waiting, state: 'dispatched' }), ingestion).body).toMatchObject({
      state: 'running',
    })
  })

  it('is the rectification with its cost', () => {
    const { status, headers, body } = stepAnswer(step({}), ingestion)
    expect(status).toBe(200)
    expect(headers).toEqual({ 'X-Credits-Charged': '1', 'X-Credits-Remaining': '7' })
    expect(body).toMatchObject({ page: 1, dpi: 300, mime: 'image/jpeg', paper: 'a4' })
    expect(body).toHaveProperty(
      'artifacts.warped_path',
      `/api/v1/detourage/artifacts/${ingestion.id}/${step({}).id}-warped.jpg`,
    )
    expect(body).not.toHaveProperty('detection')
  })

  it('names the small pictures of a result, if it has any: those of earlier releases have none', () => {
    const small = (asked: Step) => {
      const { body } = stepAnswer(asked, ingestion)
      expect(body).not.toHaveProperty('shrunk')
      return (body as RectifyReply | DetectReply).artifacts
    }
    const at = `/api/v1/detourage/artifacts/${ingestion.id}/${step({}).id}`
    expect(small(step({ result: { ...rectified, shrunk: true } }))).toMatchObject({
      thumb_path: `${at}-thumb.webp`,
      screen_path: `${at}-screen.webp`,
    })
    expect(small(detection({ result: { ...detected, shrunk: true } }))).toMatchObject({
      thumb_path: `${at}-thumb.webp`,
    })
    expect(small(step({}))).toMatchObject({ thumb_path: null, screen_path: null })
    expect(small(detection({}))).toMatchObject({ thumb_path: null })
  })

  it('says that the proportions are uncertain by a reason, for the page and each document', () => {
    const found = { ...detected.documents[0]!, status: 'REVIEW_REQUIRED', shapeUncertain: true } as const
    const documents = [found, { ...found, shapeUncertain: undefined, reasons: ['glare'] as Reason[] }]
    const doubted = { ...detected, status: 'REVIEW_REQUIRED', shapeUncertain: true, documents } as const
    const body = stepAnswer(detection({ result: doubted }), ingestion).body as DetectReply
    expect(body.reasons).toEqual(['low_contrast', 'proportions'])
    expect(body.documents.map(({ reasons }) => reasons)).toEqual([['proportions'], ['glare']])
    expect(JSON.stringify(body)).not.toContain('shapeUncertain')
    const straightened = step({ result: { ...rectified, detection: doubted } })
    expect(stepAnswer(straightened, ingestion).body).toMatchObject({
      reasons: ['low_contrast', 'proportions'],
      artifacts: { warped_path: expect.any(String) as string },
    })
  })

  it.each([
    { what: 'nothing was found', reported: 'NOT_FOUND', seen: nothingFound, status: 'NOT_FOUND' },
    { what: 'the detection is in doubt', reported: 'NOT_FOUND', seen: inDoubt, status: 'REVIEW_REQUIRED' },
    {
      what: 'a worker of the previous release straightened a frame in doubt',
      reported: 'REVIEW_REQUIRED',
      seen: inDoubt,
      status: 'REVIEW_REQUIRED',
    },
  ] as const)('has neither page nor size when $what, and says why', ({ reported, seen, status }) => {
    const result: RectifyResult = { ...rectified, status: reported, detection: seen, shrunk: true }
    expect(stepAnswer(step({ result, charged: 0 }), ingestion)).toMatchObject({
      headers: { 'X-Credits-Charged': '0' },
      body: {
        status,
        reasons: seen.reasons,
        mime: null,
        width: null,
        height: null,
        paper: null,
        proportions: null,
        lighting: null,
        capture_id: null,
        artifacts: { warped_path: null, screen_path: null, thumb_path: null },
      },
    })
  })

  it('still has the frame in doubt that was paid for in the previous release', () => {
    const result: RectifyResult = { ...rectified, status: 'REVIEW_REQUIRED', detection: inDoubt }
    expect(stepAnswer(step({ result }), ingestion).body).toMatchObject({ width: 10, capture_id: step({}).id })
  })

  it('always gives a reason to review', () => {
    const reasonsIn = (asked: Step) => (stepAnswer(asked, ingestion).body as RectifyReply).reasons
    const doubtful: RectifyResult = { ...rectified, status: 'REVIEW_REQUIRED', confidence: 0.7 }
    expect(reasonsIn(step({ result: doubtful }))).toEqual(['low_confidence'])
    const zone = { source: 'detection', corners: frame, confidence: 0.7, status: 'REVIEW_REQUIRED' } as const
    expect(reasonsIn(step({ result: doubtful, input: { zone, options, reasons: ['glare'] } }))).toEqual([
      'glare',
    ])
    expect(reasonsIn(detection({ result: { ...detected, reasons: [] } }))).toEqual(['low_confidence'])
    expect(reasonsIn(step({}))).toEqual([])
  })

  it.each([
    { was: 'evened out', asked: true, lightKept: null, said: ['applied', null] },
    { was: 'kept, unasked', asked: false, lightKept: 'not_asked', said: ['kept', 'not_asked'] },
    { was: 'kept on a card', asked: true, lightKept: 'card', said: ['kept', 'card'] },
    { was: 'kept on a picture', asked: true, lightKept: 'picture', said: ['kept', 'picture'] },
    { was: 'kept by the previous release', asked: false, lightKept: undefined, said: ['kept', 'not_asked'] },
    { was: 'asked of the previous release', asked: true, lightKept: undefined, said: [null, null] },
  ] as const)('says that the light was $was', ({ asked: relighting, lightKept, said }) => {
    const input = { zone: null, options: { ...options, relighting } }
    const { body } = stepAnswer(step({ input, result: { ...rectified, lightKept } }), ingestion)
    expect(body).toMatchObject({ relighting, lighting: said[0], lighting_reason: said[1] })
    expect(body).not.toHaveProperty('lightKept')
  })

  it('describes the file after an ingest, with page 1 at the top level', () => {
    const { headers, body } = stepAnswer(ingest, ingestion)
    expect(headers).toEqual({})
    expect(body).toMatchObject({ width: 2480, height: 3508, size: 1234, name: 'bail.pdf', status: 'OK' })
    expect(body).toHaveProperty('pages.length', 2)
  })

  it('is the problem of a failed step, and not_found for a cancelled one', () => {
    const problem = { sentence: 'file_empty', params: {} } as const
    expect(() => stepAnswer(step({ state: 'failed', problem, result: null }), ingestion)).toThrow(
      expect.objectContaining({ status: 422, facts: problem }),
    )
    expect(() => stepAnswer(step({ state: 'cancelled', result: null }), ingestion)).toThrow(
      expect.objectContaining({ status: 404 }),
    )
  })
})

describe('an uploaded file with its answers', () => {
  const detect = detection({})

  it('holds the latest answers of each page and the running jobs', () => {
    const again = detection({ ...waiting, id: '886313e1-3b8a-4372-9b90-0c9aee199e5d', page: 2 })
    const item = itemOf(ingestion, [ingest, detect, step({}), again], free)
    expect(item.pages[0]).toMatchObject({
      page: 1,
      detect: { reasons: ['low_contrast'] },
      rectify: { dpi: 300 },
    })
    expect(item.pages[1]).toEqual({
      page: 2,
      detect: null,
      rectify: null,
      free_corrections: 0,
      free_renderings: 0,
      documents: [],
    })
    expect(item.jobs).toEqual([{ id: again.id, ingestion_id: ingestion.id, step: 'detect', state: 'queued' }])
    expect(item.status).toBe('detecting')
  })

  it('gives each page’s rendering, its capture and the free renderings left', () => {
    const another = step({
      id: '886313e1-3b8a-4372-9b90-0c9aee199e5d',
      cost: 0,
      charged: 0,
      input: { zone: null, options: { ...options, filter: 'bw' }, turned: 90, renderOf: step({}).id },
    })
    const [page] = itemOf(ingestion, [ingest, step({}), another], free).pages
    expect(page).toMatchObject({
      rectify: { id: another.id, filter: 'bw', relighting: false, turn: 90, capture_id: step({}).id },
      free_renderings: 19,
    })
    const correction = step({ id: another.id, cost: 0, charged: 0 })
    const [corrected] = itemOf(ingestion, [ingest, step({}), correction], free).pages
    expect(corrected).toMatchObject({ rectify: { turn: 0, capture_id: null }, free_renderings: 0 })
  })

  it('gives the latest result of each document of a page, and what was paid for', () => {
    const of = (id: string, document: number, facts: Partial<Step<'rectify'>> = {}) =>
      step({ id, input: { zone: null, options: { ...options, document } }, ...facts })
    const ids = ['1', '2', '3'].map((n) => `886313e1-3b8a-4372-9b90-0c9aee199e5${n}`)
    const second = of(ids[0]!, 2)
    const first = of(ids[1]!, 1)
    const corrected = of(ids[2]!, 2, { cost: 0, charged: 0 })
    const [page] = itemOf(ingestion, [ingest, second, first, corrected], free).pages
    expect(page).toMatchObject({
      rectify: { id: ids[2], document: 2 },
      free_corrections: free.freeCorrectionsPerCapture - 1,
      documents: [
        {
          document: 1,
          rectify: { id: ids[1], document: 1 },
          free_corrections: free.freeCorrectionsPerCapture,
        },
        { document: 2, rectify: { id: ids[2] }, captured: [rectified.corners] },
      ],
    })
  })

  it.each([
    ['uploading', [sampleStep({ ...waiting, kind: 'ingest' })]],
    ['ingested', [ingest]],
    ['detecting', [ingest, detection(waiting)]],
    ['detected', [ingest, detect]],
    ['rectifying', [ingest, detect, step(waiting)]],
    ['done', [ingest, detect, step({})]],
    [
      'error',
      [ingest, step({ state: 'failed', problem: { sentence: 'internal', params: {} }, result: null })],
    ],
  ])('is %s', (status, steps) => {
    expect(itemOf(ingestion, steps, free).status).toBe(status)
  })
})

describe('the charge of a step', () => {
  const chargeOf = (facts: Partial<Step<'rectify'>>) =>
    rowOf({ kind: 'rectify' }).charge!(step(facts) as Done<'rectify'>)

  it('is what was held when a page was made', () => {
    expect(chargeOf({ cost: 1, charged: null })).toBe(1)
    expect(chargeOf({ cost: 0, charged: null })).toBe(0)
  })

  it('is nothing when no document was found, or none clearly enough', () => {
    const uncharged = { cost: 1, charged: null } as const
    expect(chargeOf({ ...uncharged, result: { ...rectified, status: 'NOT_FOUND' } })).toBe(0)
    const made = { ...rectified, status: 'REVIEW_REQUIRED', detection: inDoubt } as const
    expect(chargeOf({ ...uncharged, result: made })).toBe(0)
  })

  it('is what was held for corners that the client gave, whatever the worker saw there', () => {
    const zone = { source: 'user', corners: frame, confidence: 1, status: 'OK' } as const
    const facts = { cost: 1, charged: null, input: { zone, options } } as const
    expect(chargeOf({ ...facts, result: { ...rectified, detection: inDoubt } })).toBe(1)
  })
})

describe('the job of a step', () => {
  it('carries the page and its request', () => {
    expect(rowOf({ kind: 'rectify' }).job(step({ page: 2, ...waiting }), ingestion)).toMatchObject({
      step: 'rectify',
      page: 2,
      pageInfo: { kind: 'digital' },
      zone: null,
      options: { format: 'jpeg' },
      original: { mime: 'application/pdf', bytes: 1234 },
    })
  })

  it('cannot be made for a page that the file does not have', () => {
    expect(() => rowOf({ kind: 'detect' }).job(detection({ page: 3 }), ingestion)).toThrow(/page 3/)
  })

  it('ends once: done, failed and cancelled are final', () => {
    expect(['waiting', 'dispatched'].map((state) => hasEnded(state as Step['state']))).toEqual([false, false])
    expect(['done', 'failed', 'cancelled'].every((state) => hasEnded(state as Step['state']))).toBe(true)
  })
})
