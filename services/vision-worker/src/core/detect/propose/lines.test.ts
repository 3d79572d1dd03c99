import { describe, expect, it } from 'vitest'
import type { GrayImage } from '../../pixels.ts'
import { findEdgePoints } from './edge-points.ts'
import { quadsBetweenLines } from './line-quads.ts'
import { coverBetween, findLines } from './lines.ts'

const size = { width: 120, height: 100 }

/** 200 where the pixel's centre satisfies the condition, 40 elsewhere. */
function painted(holds: (x: number, y: number) => boolean): GrayImage {
  const data = Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    holds((at % size.width) + 0.5, Math.floor(at / size.width) + 0.5) ? 200 : 40,
  )
  return { ...size, data }
}

const page = painted((x, y) => x > 30 && x < 90 && y > 20 && y < 70)

describe('findEdgePoints', () => {
  it('follows an edge with one point per row, its gradient pointing to the lighter side', () => {
    const points = findEdgePoints([painted((x) => x > 60)])
    expect(points.count).toBe(size.height - 4)
    expect(new Set(points.angle)).toEqual(new Set([0]))
    expect(points.x.every((x) => Math.abs(x - 60) <= 0.5)).toBe(true)
  })

  it('sees an edge in any one channel', () => {
    const flat = painted(() => false)
    expect(findEdgePoints([flat]).count).toBe(0)
    expect(findEdgePoints([flat, page]).count).toBeGreaterThan(150)
  })
})

describe('findLines', () => {
  it('finds the four sides of a page and the extent of each', () => {
    const lines = findLines(findEdgePoints([page]), size)
    const right = lines.find(({ cos, offset }) => Math.abs(cos) > 0.99 && Math.abs(offset - 90) < 1)!
    expect(lines).toHaveLength(4)
    // Along a vertical line, positions run with y: the side covers 20 to 70.
    expect(coverBetween(right, 22, 68)).toBe(1)
    expect(coverBetween(right, 76, 98)).toBe(0)
    expect(coverBetween(right, 45, 95)).toBeCloseTo(0.5, 1)
  })

  it('keeps the sides of a page whose text has more lines than there are slots', () => {
    const text = painted((x, y) => x > 20 && x < 100 && y > 10 && y < 90 && !(y % 6 < 2 && x > 30 && x < 90))
    const upright = findLines(findEdgePoints([text]), size).filter(({ cos }) => Math.abs(cos) > 0.99)
    expect(upright.map(({ offset }) => Math.round(Math.abs(offset)))).toEqual(
      expect.arrayContaining([20, 100]),
    )
  })
})

describe('quadsBetweenLines', () => {
  it('ranks the page first', () => {
    const [best] = quadsBetweenLines(findLines(findEdgePoints([page]), size), size, 0.8)
    best!.forEach(([x, y], i) => {
      expect(Math.abs(x - [30, 90, 90, 30][i]!)).toBeLessThan(1)
      expect(Math.abs(y - [20, 20, 70, 70][i]!)).toBeLessThan(1)
    })
  })

  it('infers a hidden corner', () => {
    const hidden = painted((x, y) => x > 30 && x < 90 && y > 20 && y < 70 && !(x > 75 && y > 55))
    const quads = quadsBetweenLines(findLines(findEdgePoints([hidden]), size), size, 0.8)
    expect(quads.some(([, , [x, y]]) => Math.hypot(x - 90, y - 70) < 2)).toBe(true)
  })
})
