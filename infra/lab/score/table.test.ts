import { describe, expect, it } from 'vitest'
import { bySort, bySource, calibrationShift, reliability, summarise, type Row } from './table.ts'

const row = (over: Partial<Row>): Row => ({
  name: 'a.jpg',
  source: 'one',
  kind: 'document',
  tags: [],
  status: 'OK',
  confidence: 0.9,
  iou: 1,
  iouRanked: over.iou ?? 1,
  iouProposed: 1,
  origin: 'edges',
  kept: 0.5,
  cpuMs: 100,
  peerIou: 0.5,
  peerKept: 0.5,
  peerCpuMs: 50,
  ...over,
})

const rows = [
  row({ iou: 1 }),
  row({ iou: 0.96, status: 'REVIEW_REQUIRED', confidence: 0.6 }),
  row({ iou: 0.8, cpuMs: 300 }),
  row({ iou: 0, iouRanked: 0.98, status: 'NOT_FOUND', confidence: 0.1, source: 'two', peerIou: 1 }),
  row({ kind: 'negative', iou: 0, status: 'NOT_FOUND', confidence: 0.1, peerKept: 0 }),
  row({ kind: 'negative', iou: 0, status: 'OK', confidence: 0.9 }),
  row({ kind: 'flat', iou: 1, kept: 1, peerKept: 0.99 }),
  row({ kind: 'flat', iou: 0.5, kept: 0.5 }),
]

describe('summarise', () => {
  it('counts each row of the requirements as by hand', () => {
    expect(summarise(rows)).toEqual([
      ['documents', '4', ''],
      ['mean IoU', '0.690', '0.625'],
      ['mean over sources', '0.460', '0.750'],
      ['mean, any one source left out', '0.000 – 0.920', '0.500 – 1.000'],
      ['share ≥ 0.95, any one source left out', '0.000 – 0.667', '0.000 – 1.000'],
      ['IoU ≥ 0.95', '2 of 4', '1 of 4'],
      ['IoU < 0.90', '2 of 4', '3 of 4'],
      ['silent errors: OK but < 0.90', '1 of 4', ''],
      ['right (≥ 0.95) but not OK', '2 of 3', ''],
      ['answered NOT_FOUND', '1 of 4', ''],
      ['mean IoU of the best-ranked', '0.935', ''],
      ['mean IoU of the best proposed', '1.000', ''],
      ['no document: refused or doubted', '1 of 2', '1 of 2'],
      ['  of them NOT_FOUND', '1', ''],
      ['flat scans kept (≥ 98 % of the area)', '1 of 2', '1 of 2'],
      ['  of them OK', '1 of 1', ''],
      ['CPU ms of detection, median', '100', '50'],
    ])
  })
})

it('puts the weakest source first', () => {
  expect(bySource(rows)).toEqual([
    ['two', '1', '0.000', '0.000', '1.000'],
    ['one', '3', '0.920', '0.800', '0.500'],
  ])
})

it('shows each confidence beside how often it was right', () => {
  expect(reliability(rows)).toEqual([
    ['0.00 – 0.25', '2', '0.10', '0.50'],
    ['0.50 – 0.75', '1', '0.60', '1.00'],
    ['0.85 – 0.95', '5', '0.90', '0.40'],
  ])
})

it('computes by how much the confidences are too low, and what one source contributes to that', () => {
  // Three of four were right where one of two was promised: ln 3 is missing. Without either source it is ln 3 or 0.
  const halfSure = (source: string, iou: number) => row({ source, iou, confidence: 0.5 })
  const observed = [halfSure('one', 1), halfSure('one', 1), halfSure('two', 1), halfSure('two', 0)]
  const { all, least } = calibrationShift(observed)
  expect(all).toBeCloseTo(Math.log(3), 2)
  expect(least).toBeCloseTo(0, 2)
})

it('leaves no source out where there is but one', () => {
  expect(summarise([row({})])).toContainEqual(['mean, any one source left out', '', ''])
})

it('counts receipts, cards, boards and sheets apart, by the first that fits', () => {
  const sorted = [
    row({ tags: ['a4', 'wood'], iou: 0.9 }),
    row({ tags: ['receipt', 'card'], iou: 0.8 }),
    row({ tags: ['receipt'], iou: 1 }),
    row({ tags: ['whiteboard'] }),
  ]
  expect(bySort(sorted)).toEqual([
    ['receipts', '2', '0.900', '0.800', '1 of 2', '0.500'],
    ['boards', '1', '1.000', '1.000', '1 of 1', '0.500'],
    ['sheets', '1', '0.900', '0.900', '0 of 1', '0.500'],
  ])
})
