import { expect, it } from 'vitest'
import { a4Sheet, cardSheet, ownSheet } from './sheet.ts'

const mm = (points: number) => (points * 25.4) / 72

it('shows both sides of a card at their true size, neither over the other', () => {
  const { sizePt, boxes } = cardSheet([
    { width: 1_011, height: 638 },
    { width: 638, height: 1_011 },
  ])
  expect([mm(sizePt.width), mm(sizePt.height)]).toEqual([expect.closeTo(210), expect.closeTo(297)])
  expect(boxes.map(({ width, height }) => [mm(width), mm(height)])).toEqual([
    [expect.closeTo(85.6), expect.closeTo(53.98)],
    [expect.closeTo(53.98), expect.closeTo(85.6)],
  ])
  expect(boxes[0]!.top + boxes[0]!.height).toBeLessThan(boxes[1]!.top)
})

it('brings a page to A4 as it lies, reduced, never enlarged', () => {
  const lying = a4Sheet({ width: 2_000, height: 1_000 })
  expect(lying.sizePt.width).toBeGreaterThan(lying.sizePt.height)
  expect(lying.boxes[0]).toMatchObject({ left: 0, width: lying.sizePt.width })
  const receipt = a4Sheet({ width: 200, height: 500 })
  expect(receipt.boxes[0]).toMatchObject({ width: 200, height: 500, left: (receipt.sizePt.width - 200) / 2 })
})

it('leaves a page as large as it is', () => {
  expect(ownSheet({ width: 10, height: 20 }).boxes).toEqual([{ left: 0, top: 0, width: 10, height: 20 }])
})
