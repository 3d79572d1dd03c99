import type { PreviewQuad } from '@equerre/geometry/spaces'
import { expect, test } from 'vitest'
import { detectReply } from '../../../test/replies.ts'
import { newJob } from '../../jobs/job.ts'
import { pageOf, turned, zoneOf, zonesOf } from './zones.ts'

const quad: PreviewQuad = [
  [100, 50],
  [300, 50],
  [300, 250],
  [100, 250],
]
const quarters = [0, 1, 2, 3] as const
const begunAt = (first: number) => quarters.map((i) => quad[(i + first) % 4]) as unknown as PreviewQuad

test.each(quarters)(
  'corners are kept in photo order and returned in page order when the page starts at corner %i',
  (first) => {
    const page = begunAt(first)
    expect(zoneOf(page)).toEqual({ quad, start: first })
    expect(pageOf(zoneOf(page))).toEqual(page)
  },
)

test('a quarter turn moves no corner; four turns, or one back, restore the zone', () => {
  const zone = zoneOf(begunAt(2))
  expect(turned(zone, 1).quad).toEqual(quad)
  expect(pageOf(turned(zone, 1))[0]).toEqual(begunAt(2)[3])
  expect(turned(turned(zone, 1), -1)).toEqual(zone)
  expect(quarters.reduce((now) => turned(now, 1), zone)).toEqual(zone)
})

test('other detected zones are in photo order', () => {
  const corners = [
    [0.5, 0.75],
    [0, 0.75],
    [0, 0.25],
    [0.5, 0.25],
  ] as unknown as ReturnType<typeof detectReply>['corners']
  const other = { corners, confidence: 0.5 }
  const detect = {
    ...detectReply(),
    alternatives: [other],
    documents: [{ corners: detectReply().corners }, other] as never,
  }
  const job = { ...newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' }), detect }
  const zones = zonesOf(job, { width: 400, height: 400 })
  const inOrder = [
    [0, 100],
    [200, 100],
    [200, 300],
    [0, 300],
  ]
  expect(zones.alternatives).toEqual([inOrder])
  expect(zones.documents).toEqual([{ quad: inOrder, start: 2 }])
})
