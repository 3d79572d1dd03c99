import type { Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { describe, expect, it } from 'vitest'
import {
  chosenPage,
  lastDetection,
  numbered,
  parseOptions as parse,
  readOptions,
  rectifyInput,
  zoneOf,
  zoneReasons,
} from './rectify-request.ts'
import { turnOf } from './step.ts'
import { sampleStep } from '../../test/support/sample-step.ts'

const square: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]
const inner: Corners = [
  [0.2, 0.2],
  [0.8, 0.2],
  [0.8, 0.8],
  [0.2, 0.8],
]
const parseOptions = (given: unknown, bounds = { dpiMin: 72, dpiMax: 600 }) =>
  parse(readOptions(given), bounds)
const invalid = expect.objectContaining({ code: 'invalid_request' })

function detection(corners: Corners, status: DetectResult['status'] = 'OK'): DetectResult {
  const document = { corners, confidence: 0.9, status }
  return { ...document, reasons: [], alternatives: [], documents: [document] }
}

describe('parseOptions', () => {
  it('reports the received value of a wrong type', () => {
    const received = expect.objectContaining({ path: ['dpi'], input: 'much' }) as unknown
    expect(() => parseOptions({ dpi: 'much' })).toThrow(
      expect.objectContaining({ issues: [received] }) as Error,
    )
  })

  it('knows the defaults of the specification', () => {
    expect(parseOptions(undefined)).toMatchObject({
      relighting: false,
      dpi: 300,
      format: 'png',
      paper: 'auto',
    })
  })

  it('keeps to the bounds of the resolution, even for the default', () => {
    expect(parseOptions({}, { dpiMin: 72, dpiMax: 200 }).dpi).toBe(200)
    expect(parseOptions({}, { dpiMin: 400, dpiMax: 600 }).dpi).toBe(400)
    expect(() => parseOptions({ dpi: 201 }, { dpiMin: 72, dpiMax: 200 })).toThrow(invalid)
    expect(parseOptions({ dpi: 1_200 }, { dpiMin: 72, dpiMax: 1_200 }).dpi).toBe(1_200)
  })

  it('accepts an object or the same as JSON text', () => {
    expect(parseOptions('{"dpi":150,"relighting":true}')).toEqual(
      parseOptions({ dpi: 150, relighting: true }),
    )
  })

  it.each([
    '{',
    '[]',
    '"a"',
    'null',
    '{"dpi":71}',
    '{"dpi":601}',
    '{"dpi":"300"}',
    '{"relighting":1}',
    '{"resolution":300}',
    '{"page":0}',
    '{"format":"gif"}',
  ])('refuses %s', (text) => {
    expect(() => parseOptions(text)).toThrow()
  })

  it.each([
    [
      'anticlockwise',
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ],
    ],
    [
      'crossed',
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    ],
    [
      'folded in',
      [
        [0, 0],
        [1, 0],
        [0.2, 0.2],
        [0, 1],
      ],
    ],
    [
      'three on a line',
      [
        [0, 0],
        [0.5, 0],
        [1, 0],
        [0, 1],
      ],
    ],
    [
      'one place four times',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
  ])('refuses corners that are %s', (_, corners) => {
    expect(() => parseOptions({ corners })).toThrow(invalid)
  })

  it('accepts corners up to a quarter outside the page', () => {
    expect(
      parseOptions({
        corners: [
          [-0.25, -0.25],
          [1.25, 0],
          [1, 1],
          [0, 1],
        ],
      }).corners,
    ).toHaveLength(4)
    expect(() =>
      parseOptions({
        corners: [
          [-0.26, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      }),
    ).toThrow()
  })
})

describe('chosenPage', () => {
  it('is the field, the option or the first', () => {
    expect(chosenPage(undefined, undefined)).toBe(1)
    expect(chosenPage(2, undefined)).toBe(2)
    expect(chosenPage(undefined, 3)).toBe(3)
    expect(chosenPage(2, 2)).toBe(2)
  })

  it('refuses two that contradict each other', () => {
    expect(() => chosenPage(1, 2)).toThrow(invalid)
  })
})

describe('the zone of a rectify', () => {
  it('is the user’s own corners before any detection', () => {
    expect(zoneOf(parseOptions({ corners: inner }), detection(square))).toMatchObject({
      source: 'user',
      corners: inner,
      confidence: 1,
    })
  })

  it('is the document last found on that page', () => {
    const steps = [
      sampleStep({ kind: 'detect', result: detection(square) }),
      sampleStep({ kind: 'detect', result: detection(inner) }),
      sampleStep({ kind: 'detect', page: 2, result: detection(square) }),
      sampleStep({ kind: 'detect', state: 'failed', problem: { sentence: 'internal', params: {} } }),
    ]
    expect(zoneOf(parseOptions({}), lastDetection(steps, 1))).toMatchObject({
      source: 'detection',
      corners: inner,
    })
  })

  it('is left to the worker without a detection, or when nothing was found', () => {
    expect(zoneOf(parseOptions({}), null)).toBeNull()
    expect(zoneOf(parseOptions({}), detection(square, 'NOT_FOUND'))).toBeNull()
  })

  it('is left to the worker after a detection in doubt, unless the user gives the corners', () => {
    const inDoubt: DetectResult = { ...detection(square, 'REVIEW_REQUIRED'), reasons: ['uncertain'] }
    expect(zoneOf(parseOptions({}), inDoubt)).toBeNull()
    expect(zoneOf(parseOptions({ corners: square }), inDoubt)).toMatchObject({ source: 'user' })
  })

  it('comes with the reasons of its detection, which the user’s own corners have none of', () => {
    const doubtful: DetectResult = { ...detection(inner, 'REVIEW_REQUIRED'), reasons: ['glare'] }
    const reasons = (given: unknown) => zoneReasons(zoneOf(parseOptions(given), doubtful), doubtful)
    expect(reasons({})).toEqual({ reasons: ['glare'] })
    expect(reasons({ corners: square })).toEqual({})
    const [found] = doubtful.documents
    const ofShape = { ...doubtful, documents: [{ ...found!, shapeUncertain: true }], shapeUncertain: true }
    const zone = zoneOf(parseOptions({}), ofShape)
    expect(zoneReasons(zone, ofShape)).toEqual({ reasons: ['glare', 'proportions'] })
    expect(zone).not.toHaveProperty('shapeUncertain')
  })

  it('is the largest document unless another is named', () => {
    const [small, large] = [detection(inner).documents, detection(square).documents]
    const both = { ...detection(square), documents: [...small, ...large] }
    expect(zoneOf(parseOptions({}), both)?.corners).toEqual(square)
    expect(zoneOf(parseOptions({ document: 1 }), both)?.corners).toEqual(inner)
    expect(numbered(parseOptions({}), both)).toMatchObject({ document: 2 })
    expect(numbered(parseOptions({ corners: inner }), null)).toMatchObject({ document: 1 })
    // The worker will find out.
    expect(numbered(parseOptions({}), null)).not.toHaveProperty('document')
  })

  it('is both pages of an open book, unless one of them is named', () => {
    const [left, right] = [detection(inner).documents[0]!, detection(square).documents[0]!]
    const book = { ...detection(square), facingPages: [left, right] as [typeof left, typeof right] }
    expect(zoneOf(parseOptions({}), book)?.corners).toEqual(square)
    expect(zoneOf(parseOptions({ document: 1 }), book)?.corners).toEqual(inner)
    expect(() => zoneOf(parseOptions({ document: 3 }), book)).toThrow(invalid)
    for (const options of [parseOptions({}), parseOptions({ corners: inner })]) {
      const input = rectifyInput(zoneOf(options, book), numbered(options, book))
      // Nothing that a worker of the previous release refuses.
      expect(input.options).not.toHaveProperty('document')
      expect(input.bothPages).toBe(true)
    }
    expect(rectifyInput(null, numbered(parseOptions({ document: 2 }), book))).not.toHaveProperty('bothPages')
  })

  it('refuses a document that is not there', () => {
    expect(() => zoneOf(parseOptions({ document: 2 }), detection(square))).toThrow(invalid)
  })

  it('uses the detection made by an earlier rectify', () => {
    const result = {
      status: 'OK',
      confidence: 1,
      corners: inner,
      dpi: 300,
      mime: 'image/png',
      width: 1,
      height: 1,
      paper: null,
      proportions: null,
      detection: detection(inner),
    } as const
    expect(lastDetection([sampleStep({ result })], 1)?.corners).toEqual(inner)
  })
})

describe('a turned page', () => {
  const zone = zoneOf(parseOptions({ corners: inner }), null)!

  it('starts at another corner, without telling the worker', () => {
    const input = rectifyInput(zone, parseOptions({ turn: 90 }))
    expect(input).toMatchObject({
      turned: 90,
      zone: { source: 'user', corners: [inner[3], ...inner.slice(0, 3)] },
    })
    expect(input.options).not.toHaveProperty('turn')
    expect(turnOf(input)).toBe(90)
  })

  it('is left to the worker only when it has to find the corners first', () => {
    const input = rectifyInput(null, parseOptions({ turn: 270 }))
    expect(input).toMatchObject({ zone: null, options: { turn: 270 } })
    expect(turnOf(input)).toBe(270)
  })

  it('sends nothing new without a turn, since workers of the previous release reject unknown options', () => {
    for (const given of [{}, { turn: 0 }])
      for (const start of [zone, null]) {
        const input = rectifyInput(start, parseOptions(given))
        expect(input).toEqual({ zone: start, options: parseOptions({}) })
        expect(turnOf(input)).toBe(0)
      }
  })
})
