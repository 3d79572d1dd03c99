import { frameQuad } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import { expect, it } from 'vitest'
import { cellPx } from './maps.ts'
import { supportIn } from './support.ts'

const cells = 20
const [from, to] = [5, 15]
const isBorder = (at: number) => at === from || at === to

/** Maps of a square document, one cell wide at its sides, seen at half the size of the work image. */
function viewOfSquare() {
  const map = (value: (x: number, y: number) => boolean) =>
    Float32Array.from({ length: cells * cells }, (_, at) => +value(at % cells, Math.floor(at / cells)))
  const within = (x: number, y: number) => Math.min(x, y) >= from && Math.max(x, y) <= to
  return {
    maps: {
      columns: cells,
      rows: cells,
      corner: map((x, y) => isBorder(x) && isBorder(y)),
      side: map((x, y) => within(x, y) && (isBorder(x) || isBorder(y))),
      inside: map(within),
    },
    toInput: ([x, y]: readonly [number, number]) => [x / 2, y / 2] as const,
  }
}

/** A square from the centre of one cell to that of another, in work pixels. */
function squareOf(first: number, last: number): WorkQuad {
  const [start, length] = [2 * cellPx * (first + 0.5), 2 * cellPx * (last - first)]
  return frameQuad({ width: length, height: length }).map(([x, y]) => [
    x + start,
    y + start,
  ]) as unknown as WorkQuad
}

it('says of a quad along what the network sees that all of it fits', () => {
  const { inside, ...rest } = supportIn(viewOfSquare(), squareOf(from, to))
  expect(rest).toEqual({ corner: 1, cornerMin: 1, side: 1, sideMin: 1 })
  expect(inside).toBeCloseTo(1)
})

it('says of a quad that shares one corner and two sides how much does', () => {
  const { inside, ...rest } = supportIn(viewOfSquare(), squareOf(from, to - 3))
  expect(rest.corner).toBeCloseTo(0.25)
  expect(rest.cornerMin).toBe(0)
  expect(rest.side).toBeGreaterThan(0.45)
  expect(rest.side).toBeLessThan(0.6)
  expect(rest.sideMin).toBeLessThan(0.2)
  expect(inside).toBeCloseTo((to - 3 - from + 1) ** 2 / (to - from + 1) ** 2)
})
