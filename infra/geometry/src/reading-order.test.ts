import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from './point.ts'
import { boxQuad, quadTurned, type Quad } from './quad.ts'
import { readingOrder } from './reading-order.ts'

type Placed = { readonly x: number; readonly y: number; readonly width?: number; readonly height?: number }

/** A figure by its centre, turned by `degrees` about it. */
function figure({ x, y, width = 60, height = 90 }: Placed, degrees = 0): Quad {
  const box = boxQuad({ left: -width / 2, top: -height / 2, right: width / 2, bottom: height / 2 })
  return box.map((point) => shifted(turned(point, degrees), [x, y])) as unknown as Quad
}

function turned([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

const shifted = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy]

/** Three rows of four, in reading order. */
const grid = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => ({ x: column * 100, y: row * 130 })))
const inOrder = grid.map((_, index) => index)

describe('readingOrder', () => {
  it('goes row by row, from left to right', () => {
    expect(readingOrder(grid.map((placed) => figure(placed)))).toEqual(inOrder)
  })

  it.each([-30, -12, 5, 20, 30])('follows the rows of a table that lies tilted by %i degrees', (tilt) => {
    const table = grid.map((placed) => figure(placed).map((point) => turned(point, tilt)) as unknown as Quad)
    expect(readingOrder(table)).toEqual(inOrder)
  })

  it('keeps rows of figures that each lie at an angle of their own', () => {
    const angles = [10, -35, 80, 20, -70, 45, 5, -15, 60, 33, -50, 25]
    const table = grid.map(({ x, y }, index) =>
      figure({ x: 1.3 * x, y, width: 55, height: 80 }, angles[index]),
    )
    expect(readingOrder(table)).toEqual(inOrder)
  })

  it('reads a column of cards after the long receipt on its left, and before the one on its right', () => {
    const receipt = { y: 200, width: 80, height: 400 }
    const cards = [60, 200, 340].map((y) => figure({ x: 200, y, width: 100, height: 60 }))
    expect(readingOrder([...cards.toReversed(), figure({ x: 60, ...receipt })])).toEqual([3, 2, 1, 0])
    expect(readingOrder([figure({ x: 340, ...receipt }), ...cards])).toEqual([1, 2, 3, 0])
  })

  it('puts uneven figures that share most of their height into one row', () => {
    const row = [figure({ x: 0, y: 0 }), figure({ x: 100, y: 20, height: 60 }), figure({ x: 200, y: -15 })]
    expect(readingOrder(row)).toEqual([0, 1, 2])
  })

  it('is empty for none', () => {
    expect(readingOrder([])).toEqual([])
  })

  it('does not depend on the corner that a figure starts at', () => {
    const quads = grid.map((placed, index) => quadTurned(figure(placed, 8), index % 4))
    expect(readingOrder(quads)).toEqual(inOrder)
  })

  it('names each figure once, wherever they lie', () => {
    const placed = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 900 }) })
    const table = fc.array(fc.tuple(placed, fc.integer({ min: -90, max: 90 })), { maxLength: 12 })
    fc.assert(
      fc.property(table, (places) => {
        const quads = places.map(([at, degrees]) => figure(at, degrees))
        expect(readingOrder(quads).toSorted((a, b) => a - b)).toEqual(quads.map((_, index) => index))
      }),
    )
  })
})
