import { boxQuad, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import { quadAt } from '@equerre/testkit/points'
import { expect, it } from 'vitest'
import { middleOf, tellingLines, turnsAlong, voteOfLine } from './lines.ts'

/** A line at the left of a page. */
const lineAt = (y: number, { width, height }: Size) =>
  boxQuad({ left: 0, top: y, right: width, bottom: y + height })

it('reads the longest lines for their height first, in the order of the page where they are long enough', () => {
  const [word, line, long, dot] = [
    lineAt(0, { width: 90, height: 30 }),
    lineAt(50, { width: 400, height: 30 }),
    lineAt(90, { width: 900, height: 30 }),
    lineAt(130, { width: 40, height: 30 }),
  ]
  expect(tellingLines([word, line, long, dot])).toEqual([line, long, word])
  expect(tellingLines(Array.from({ length: 30 }, () => line))).toHaveLength(8)
})

it('takes a line that stands for one of a page that lies on its side', () => {
  expect(turnsAlong(lineAt(0, { width: 90, height: 30 }))).toEqual([0, 2])
  expect(turnsAlong(lineAt(0, { width: 30, height: 90 }))).toEqual([1, 3])
})

it('cuts out the middle of a line from its own top left, whichever way it lies', () => {
  expect(middleOf(lineAt(0, { width: 90, height: 30 }), 2)).toEqual(quadAt('90,30 0,30 0,0 90,0'))
  // 900 long and 30 high: the middle 200.
  const middle: Quad = middleOf(lineAt(0, { width: 30, height: 900 }), 1)
  expect(middle[0]).toEqual([30, expect.closeTo(350)])
  expect(quadSideLengths(middle)).toEqual([expect.closeTo(200), 30, expect.closeTo(200), 30])
})

it('counts a line that reads one way and not the other', () => {
  const said = (count: number, chance: number) => ({ count, chance })
  expect(voteOfLine(said(12, 0.97), said(9, 0.6))).toBeGreaterThan(0)
  expect(voteOfLine(said(9, 0.6), said(12, 0.97))).toBe(0)
  // 96 0 8 reads both ways, three letters say little, and smears are read as anything.
  expect(voteOfLine(said(12, 0.97), said(12, 0.9))).toBe(0)
  expect(voteOfLine(said(3, 1), said(3, 0.4))).toBe(0)
  expect(voteOfLine(said(20, 0.7), said(20, 0.3))).toBe(0)
})
