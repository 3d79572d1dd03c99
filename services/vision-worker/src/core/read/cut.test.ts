import { boxQuad } from '@equerre/geometry/quad'
import { expect, it } from 'vitest'
import { lineSize, withinBounds } from './cut.ts'

const line = ([left, top]: [number, number], width: number, height: number) =>
  boxQuad({ left, top, right: left + width, bottom: top + height })

it('cuts every line out at one height, none too narrow or too wide for the reader', () => {
  expect(lineSize(line([0, 0], 10, 40)).width).toBe(16)
  expect(lineSize(line([0, 0], 90_000, 40))).toEqual({ width: 3_200, height: 48 })
  const [short, long] = [lineSize(line([0, 0], 200, 40)), lineSize(line([0, 0], 400, 40))]
  expect(long.width).toBe(2 * short.width)
})

it('cuts large print out narrower, small print as it is', () => {
  expect(lineSize(line([0, 0], 800, 40)).width).toBe(816)
  expect(lineSize(line([0, 0], 400, 20)).width).toBe(960)
})

it('reads of ten thousand specks what a page may take, and the largest lines first', () => {
  const specks = Array.from({ length: 10_000 }, (_, i) =>
    line([(i % 100) * 9, Math.floor(i / 100) * 9], 8, 8),
  )
  const text = Array.from({ length: 40 }, (_, i) => line([0, i * 30], 700, 20))
  const read = withinBounds([...specks, ...text])
  expect(read).toEqual(expect.arrayContaining(text))
  expect(read.length).toBeLessThanOrEqual(1_000)
  const endless = Array.from({ length: 1_000 }, (_, i) => line([0, i], 30_000, 20))
  const width = withinBounds(endless).reduce((sum, each) => sum + lineSize(each).width, 0)
  expect(width).toBeLessThanOrEqual(160_000)
})
