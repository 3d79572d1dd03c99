import { isInDoubt, statedReasons } from '@equerre/contract/doubt'
import { boxQuad } from '@equerre/geometry/quad'
import { quadAt } from '@equerre/testkit/points'
import type { WorkQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, decideSeveral } from './decide.ts'
import type { Judged } from '../judge/judge.ts'

const frame = { width: 100, height: 100 }
const photo = { kind: 'photo' } as const
const features = { contrastMin: 80, sharpestInside: 90 }

function box(
  [left, top, right, bottom]: readonly [number, number, number, number],
  confidence: number,
): Judged {
  const quad = boxQuad({ left, top, right, bottom }) as unknown as WorkQuad
  return {
    quad,
    score: confidence,
    confidence,
    features,
    sources: ['lines'],
    wholeFrame: false,
    sighted: false,
  }
}
const whole = (confidence: number): Judged => ({ ...box([0, 0, 100, 100], confidence), wholeFrame: true })
const answerTo = (...judged: Judged[]) =>
  decide(
    judged.toSorted((a, b) => b.confidence - a.confidence),
    frame,
    photo,
  )

describe('decide', () => {
  it('trusts a confident zone without rivals', () => {
    expect(answerTo(box([10, 10, 60, 90], 0.96), whole(0.1))).toMatchObject({
      status: 'OK',
      confidence: 0.96,
      corners: quadAt('0.1,0.1 0.6,0.1 0.6,0.9 0.1,0.9'),
      reasons: [],
    })
  })

  it('asks for review when unsure, and offers distinct alternatives', () => {
    const answer = answerTo(
      box([10, 10, 60, 90], 0.7),
      box([10, 10, 61, 90], 0.65),
      box([10, 10, 60, 60], 0.6),
      whole(0.1),
    )
    expect(answer.status).toBe('REVIEW_REQUIRED')
    expect(answer.alternatives.map(({ confidence }) => confidence)).toEqual([0.6])
    expect(answer.documents).toHaveLength(1)
  })

  it('returns documents side by side in reading order, and tells of the largest for the page', () => {
    const answer = answerTo(box([5, 5, 40, 60], 0.98), box([50, 5, 95, 95], 0.95), whole(0.1))
    const [left, right] = [
      { status: 'OK', confidence: 0.98, corners: quadAt('0.05,0.05 0.4,0.05 0.4,0.6 0.05,0.6'), reasons: [] },
      {
        status: 'OK',
        confidence: 0.95,
        corners: quadAt('0.5,0.05 0.95,0.05 0.95,0.95 0.5,0.95'),
        reasons: [],
      },
    ]
    expect(answer.documents).toEqual([left, right])
    const { corners, confidence, status } = answer
    expect({ corners, confidence, status, reasons: [] }).toEqual(right)
    expect(answer.reasons).toContain('several_documents')
  })

  it.each([
    [0.5, 2],
    [0.49, 1],
  ])('with a second zone of confidence %d beside a page finds %i in all', (confidence, count) => {
    const answer = answerTo(box([5, 5, 40, 60], 0.98), box([50, 5, 95, 95], confidence), whole(0.1))
    expect(answer.documents).toHaveLength(count)
  })

  it('finds a small card beside a large page, but takes no part of the page for a document', () => {
    const answer = answerTo(
      box([5, 5, 60, 95], 0.98),
      box([80, 80, 90, 90], 0.9),
      box([10, 50, 55, 90], 0.6),
      whole(0),
    )
    expect(answer.documents.map(({ confidence }) => confidence)).toEqual([0.98, 0.9])
  })

  it('finds twelve documents and no more, in reading order, each with reasons of its own', () => {
    const cards = Array.from({ length: 14 }, (_, i) => {
      const [left, top] = [2 + 24 * (i % 4), 2 + 24 * Math.floor(i / 4)]
      return box([left, top, left + 20, top + 20], 0.9 - i / 100)
    })
    const dull = { ...cards[5]!, features: { ...features, contrastMin: 5 } }
    const { documents, reasons } = answerTo(...cards.toSpliced(5, 1, dull), whole(0))
    expect(documents.map(({ corners }) => corners[0].map((at) => Math.round(at * 100)))).toEqual(
      cards.slice(0, 12).map(({ quad }) => quad[0]),
    )
    expect(documents.map((found) => found.reasons)).toEqual(
      cards.slice(0, 12).map((_, i) => (i === 5 ? ['low_contrast'] : [])),
    )
    expect(reasons).toEqual(['low_contrast', 'several_documents'])
  })

  it('keeps the whole frame when that is the best guess', () => {
    expect(answerTo(whole(0.9), box([10, 10, 60, 90], 0.2))).toMatchObject({
      status: 'OK',
      reasons: ['already_cropped'],
      corners: quadAt('0,0 1,0 1,1 0,1'),
    })
  })

  it('proposes a zone that is more likely wrong than right', () => {
    const proposed = box([10, 10, 60, 90], 0.45)
    expect(answerTo(proposed, box([10, 10, 60, 60], 0.3), whole(0.1))).toMatchObject({
      status: 'REVIEW_REQUIRED',
      reasons: ['uncertain'],
      corners: quadAt('0.1,0.1 0.6,0.1 0.6,0.9 0.1,0.9'),
      alternatives: [{ confidence: 0.3 }],
    })
    const dull = { ...proposed, features: { ...features, contrastMin: 5 } }
    expect(answerTo(dull, whole(0.1)).reasons).toEqual(['uncertain', 'low_contrast'])
  })

  it('proposes the whole frame when that is the likeliest, but not likely', () => {
    expect(answerTo(whole(0.45), box([10, 10, 60, 90], 0.15))).toMatchObject({
      status: 'REVIEW_REQUIRED',
      reasons: ['uncertain'],
      corners: quadAt('0,0 1,0 1,1 0,1'),
      alternatives: [{ confidence: 0.15 }],
    })
    expect(answerTo(whole(0.14), box([10, 10, 60, 90], 0.1)).status).toBe('NOT_FOUND')
  })

  it('finds nothing when no candidate is plausible', () => {
    expect(answerTo(whole(0.03), box([10, 10, 60, 90], 0.05))).toMatchObject({
      status: 'NOT_FOUND',
      reasons: ['no_document'],
      corners: quadAt('0,0 1,0 1,1 0,1'),
    })
  })

  it('says why for every review, and is in doubt only below an even chance', () => {
    const side = (from: number, to: number) => fc.integer({ min: from, max: to })
    const candidate = fc
      .tuple(
        side(0, 40),
        side(0, 40),
        side(60, 100),
        side(60, 100),
        fc.float({ min: 0, max: 1, noNaN: true }),
      )
      .map(([left, top, right, bottom, confidence]) => box([left, top, right, bottom], confidence))
    const chance = fc.float({ min: 0, max: 1, noNaN: true })
    const kind = fc.constantFrom('photo' as const, 'scan' as const)
    const holds = fc.property(
      fc.array(candidate, { maxLength: 6 }),
      chance,
      kind,
      (found, frameChance, of) => {
        const judged = [...found, whole(frameChance)].toSorted((a, b) => b.confidence - a.confidence)
        const answer = decide(judged, frame, { kind: of })
        if (answer.status === 'REVIEW_REQUIRED') expect(statedReasons(answer)).not.toEqual([])
        expect(answer.status === 'NOT_FOUND').toBe(answer.reasons.includes('no_document'))
        if (!isInDoubt(answer)) return
        expect(answer).toMatchObject({ status: 'REVIEW_REQUIRED', documents: [{}] })
        expect(answer.confidence).toBeLessThan(0.5)
      },
    )
    fc.assert(holds, { numRuns: 300 })
  })

  it('keeps a scan whole unless a zone inside is all but certain, and reports its confidence', () => {
    const judged = [box([10, 10, 60, 90], 0.9), whole(0.1)]
    expect(decide(judged, frame, { kind: 'scan' })).toMatchObject({
      status: 'REVIEW_REQUIRED',
      confidence: 0.1,
      reasons: ['already_cropped'],
    })
    expect(decide([whole(0.9)], frame, { kind: 'scan' })).toMatchObject({ status: 'OK', confidence: 0.9 })
    expect(decide([box([10, 10, 60, 90], 0.99), whole(0.1)], frame, { kind: 'scan' })).toMatchObject({
      reasons: [],
    })
  })
})

describe('decideSeveral', () => {
  const merged = box([5, 5, 95, 60], 0.9)

  it('answers documents found each on its own in reading order, whatever was taken for one before', () => {
    const beside = [box([50, 5, 95, 60], 0.6), box([5, 5, 45, 60], 0.9)]
    const answer = decideSeveral(beside, [merged, whole(0.1)], frame)
    expect(answer?.documents.map(({ corners }) => corners[0])).toEqual([
      [0.05, 0.05],
      [0.5, 0.05],
    ])
    expect(answer?.documents.map(({ status }) => status)).toEqual(['OK', 'REVIEW_REQUIRED'])
    expect(answer?.reasons).toContain('several_documents')
  })

  it('has no answer when fewer than two are likely', () => {
    expect(decideSeveral([box([5, 5, 45, 60], 0.9), box([50, 5, 95, 60], 0.1)], [merged], frame)).toBeNull()
  })
})
