import { expect, test } from 'vitest'
import { gapPx, gridOf, heightOf, nearestSlot, placeOf, slotAfter, slotOf, slotsIn } from './grid.ts'

const least = { width: 180, height: 300 }
const grid = gridOf(1200, least)
const row = 300 + gapPx

test('as many columns as there is room for, and tiles that fill the width', () => {
  expect(grid.columns).toBe(6)
  expect(grid.tile.width * 6 + gapPx * 5).toBeCloseTo(1200)
  expect(gridOf(350, { width: 132, height: 260 }).columns).toBe(2)
  expect(gridOf(100, least).columns).toBe(1)
  // Before anything was measured.
  expect(gridOf(0, { width: 0, height: 0 })).toEqual({ columns: 1, tile: { width: 0, height: 0 } })
})

test('slots run along the rows', () => {
  expect(placeOf(grid, 0)).toEqual({ x: 0, y: 0 })
  expect(placeOf(grid, 7)).toEqual({ x: grid.tile.width + gapPx, y: row })
  expect(heightOf(grid, 200)).toBe(34 * row)
})

test('a tile that is carried lies over the slot that it covers most, and never outside', () => {
  for (const slot of [0, 5, 6, 13]) {
    const { x, y } = placeOf(grid, slot)
    expect(nearestSlot(grid, { x: x + 90, y: y - 140 }, 14)).toBe(slot)
  }
  expect(nearestSlot(grid, { x: 5000, y: 5000 }, 14)).toBe(13)
  expect(nearestSlot(grid, { x: -500, y: -500 }, 14)).toBe(0)
})

test('of 200 tiles only those in sight are there', () => {
  expect(slotsIn(grid, { top: -600, bottom: 700 })).toEqual([0, 18])
  expect(slotsIn(grid, { top: 10 * row, bottom: 10 * row + 900 })).toEqual([60, 78])
  expect(slotsIn(grid, { top: 10 * row - gapPx, bottom: 10 * row + 1 })).toEqual([60, 66])
})

test('those between where a tile was and where it is make room', () => {
  const slots = (from: number, to: number) => [0, 1, 2, 3, 4].map((index) => slotOf(index, { from, to }))
  expect(slots(1, 3)).toEqual([0, 3, 1, 2, 4])
  expect(slots(3, 1)).toEqual([0, 2, 3, 1, 4])
  expect(slots(2, 2)).toEqual([0, 1, 2, 3, 4])
})

test('arrows go by one and by a row, and stop at the ends', () => {
  const after = (key: string, slot: number) => slotAfter(key, { slot, columns: 3, total: 8 })
  expect([after('ArrowRight', 2), after('ArrowLeft', 0), after('ArrowRight', 7)]).toEqual([3, 0, 7])
  expect([after('ArrowDown', 1), after('ArrowDown', 6), after('ArrowUp', 1), after('ArrowUp', 4)]).toEqual([
    4, 7, 1, 1,
  ])
  expect([after('Home', 5), after('End', 5), after('a', 5)]).toEqual([0, 7, null])
})
