import { RectifyOptions, type Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { boxQuad } from '@equerre/geometry/quad'
import { describe, expect, it } from 'vitest'
import { made } from '../../test/support/ready-file.ts'
import { sampleStep } from '../../test/support/sample-step.ts'
import { capturedQuads, costOf, freeCorrectionsLeft } from './free-corrections.ts'
import type { Step } from './step.ts'

const square = boxAt(0.1)
const capture = paid(square)
const correction = sampleStep({ cost: 0, charged: 0, result: { ...made, corners: square } })

/** A box of half the page's width and height, moved to the right and down. */
function boxAt(left: number, top = left): Corners {
  return boxQuad({ left, top, right: left + 0.5, bottom: top + 0.5 }) as unknown as Corners
}

function paid(corners: Corners, { document, page = 1 }: { document?: number; page?: number } = {}) {
  const options = { ...RectifyOptions.parse({}), ...(document !== undefined && { document }) }
  return sampleStep({ page, input: { zone: null, options }, result: { ...made, corners } })
}

const cost = (
  steps: Step[],
  { corners = square, document = 1 }: { corners?: Corners; document?: number } = {},
) => costOf(RectifyOptions.parse({ corners }), { steps, page: 1, document, freePerCapture: 5 })

describe('costOf', () => {
  it('is one credit for every plain rectify, even a second one', () => {
    const plain = (steps: Step[]) =>
      costOf(RectifyOptions.parse({}), { steps, page: 1, document: 1, freePerCapture: 5 })
    expect([plain([]), plain([capture])]).toEqual([1, 1])
  })

  it('is one credit for corners on an unpaid page', () => {
    expect(cost([])).toBe(1)
    expect(cost([sampleStep({ state: 'waiting', charged: null })])).toBe(1)
    expect(cost([{ ...capture, charged: 0 }])).toBe(1)
    expect(cost([paid(square, { page: 2 })])).toBe(1)
  })

  it('is free for five corrections of a paid page, then one credit', () => {
    expect(cost([capture])).toBe(0)
    expect(cost([capture, ...Array<Step>(4).fill(correction)])).toBe(0)
    expect(cost([capture, ...Array<Step>(5).fill(correction)])).toBe(1)
    expect(cost([capture, capture, ...Array<Step>(9).fill(correction)])).toBe(0)
  })

  it('is one credit for corners that share less than half with what was captured', () => {
    // Boxes of side .5 moved by d along one axis: IoU (.5 - d) / (.5 + d).
    expect(cost([capture], { corners: boxAt(0.1 + 0.16, 0.1) })).toBe(0)
    expect(cost([capture], { corners: boxAt(0.1 + 0.17, 0.1) })).toBe(1)
  })

  it('compares with what was captured, so corners cannot wander off by free corrections', () => {
    const step = { ...correction, result: { ...made, corners: boxAt(0.2, 0.1) } }
    expect(cost([capture, step], { corners: boxAt(0.3, 0.1) })).toBe(1)
    expect(cost([capture, paid(boxAt(0.2, 0.1))], { corners: boxAt(0.3, 0.1) })).toBe(0)
  })

  it('counts each document of a page for itself', () => {
    const [first, second] = [paid(square, { document: 1 }), paid(boxAt(0.4), { document: 2 })]
    expect(cost([first], { document: 2 })).toBe(1)
    expect(cost([first, second], { document: 2, corners: boxAt(0.4) })).toBe(0)
    expect(cost([first, second, ...Array<Step>(5).fill(correction)], { document: 1 })).toBe(1)
    expect(
      cost([first, second, ...Array<Step>(5).fill(correction)], { document: 2, corners: boxAt(0.4) }),
    ).toBe(0)
  })

  it('counts an open book as a whole beside each of its pages', () => {
    const page = boxAt(0.4, 0.1)
    const input = { zone: null, options: RectifyOptions.parse({}) }
    const whole = sampleStep({ input: { ...input, bothPages: true }, result: { ...made, corners: square } })
    const pages = [square, page].map((corners) => ({ corners, confidence: 0.9, status: 'OK' as const }))
    const [left, right] = pages as [(typeof pages)[0], (typeof pages)[0]]
    const detection: DetectResult = {
      ...left,
      reasons: [],
      alternatives: [],
      documents: [left],
      facingPages: [left, right],
    }
    const chosen = sampleStep({ input, result: { ...made, corners: square, detection } })
    for (const step of [whole, chosen]) {
      expect([0, 1, 2].map((document) => cost([step], { document }))).toEqual([0, 1, 1])
      expect(cost([step, paid(page, { document: 2 })], { document: 2, corners: page })).toBe(0)
    }
    expect(cost([paid(square, { document: 1 })], { document: 0 })).toBe(1)
  })

  it('knows the document that a worker chose by itself', () => {
    const documents = [boxAt(0.5, 0), square].map((corners, index) => ({
      corners:
        index === 0
          ? (boxQuad({ left: 0.8, top: 0, right: 0.9, bottom: 0.1 }) as unknown as Corners)
          : corners,
      confidence: 1,
      status: 'OK' as const,
    }))
    const detection = { ...documents[1]!, reasons: [], alternatives: [], documents }
    const step = sampleStep({ result: { ...made, corners: square, detection } })
    expect([cost([step], { document: 1 }), cost([step], { document: 2 })]).toEqual([1, 0])
  })

  it('counts down the free corrections, never below zero', () => {
    const left = (steps: Step[]) => freeCorrectionsLeft({ steps, page: 1, document: 1, freePerCapture: 5 })
    expect([left([]), left([capture]), left([capture, correction])]).toEqual([0, 5, 4])
    expect(left([capture, ...Array<Step>(7).fill(correction)])).toBe(0)
    expect(capturedQuads({ steps: [capture, correction], page: 1, document: 1 })).toEqual([square])
  })

  it('does not count corrections with a test key', () => {
    const tried = { ...correction, input: { ...correction.input, watermark: true as const } }
    expect(cost([capture, ...Array<Step>(9).fill(tried)])).toBe(0)
    expect(cost([tried])).toBe(1)
  })

  it('counts running corrections, but not failed ones', () => {
    const failed = { ...correction, state: 'failed' as const }
    const running = { ...correction, state: 'dispatched' as const, charged: null }
    expect(cost([capture, ...Array<Step>(5).fill(failed)])).toBe(0)
    expect(cost([capture, ...Array<Step>(5).fill(running)])).toBe(1)
  })
})
