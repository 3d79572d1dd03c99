import { quadAt } from '@equerre/testkit/points'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import { quadArea } from '@equerre/geometry/quad'
import type { PreviewQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawZone, fillZone } from './draw.ts'

const square: PreviewQuad = [
  [2, 2],
  [8, 2],
  [8, 6],
  [2, 6],
]

describe('fillZone', () => {
  it('fills exactly the pixels whose centre is inside', () => {
    const { data } = fillZone({ width: 10, height: 8 }, square)
    expect(data.filter((value) => value === 255)).toHaveLength(24)
    expect(data.filter((value) => value !== 0 && value !== 255)).toHaveLength(0)
    expect([
      data[1 * 10 + 2],
      data[2 * 10 + 1],
      data[2 * 10 + 2],
      data[5 * 10 + 7],
      data[5 * 10 + 8],
      data[6 * 10 + 7],
    ]).toEqual([0, 0, 255, 255, 0, 0])
  })

  it('is all white for the whole frame', () => {
    const frame: PreviewQuad = quadAt('0,0 7,0 7,5 0,5')
    expect(fillZone({ width: 7, height: 5 }, frame).data.every((value) => value === 255)).toBe(true)
  })

  it('fills the area of the quad, up to its rim', () => {
    fc.assert(
      fc.property(anyConvexQuad, (quad) => {
        const small = quad.map(([x, y]) => [200 + x / 50, 200 + y / 50]) as unknown as PreviewQuad
        const filled = fillZone({ width: 500, height: 500 }, small).data.filter(
          (value) => value === 255,
        ).length
        const rim = Math.sqrt(quadArea(small)) * 6
        expect(Math.abs(filled - quadArea(small))).toBeLessThan(rim)
      }),
      { numRuns: 30 },
    )
  })
})

describe('drawZone', () => {
  const zone: PreviewQuad = quadAt('10,10 50,10 50,30 10,30')
  const drawn = (quad: PreviewQuad, dashed: boolean) => {
    const image = { width: 60, height: 40, data: new Uint8Array(60 * 40 * 3) }
    drawZone(image, quad, { dashed })
    return (x: number, y: number) => [...image.data.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)]
  }

  it('draws a blue line with a white rim and leaves the rest alone', () => {
    const at = drawn(zone, false)
    expect(at(30, 10)).toEqual([0x24, 0x38, 0xe8])
    expect(at(30, 9)).toEqual([0x24, 0x38, 0xe8])
    expect(at(30, 8)[0]).toBeGreaterThan(200)
    expect(at(30, 20)).toEqual([0, 0, 0])
    expect(at(30, 3)).toEqual([0, 0, 0])
  })

  it('leaves white gaps in a dashed line', () => {
    const at = drawn(zone, true)
    const colours = Array.from({ length: 30 }, (_, i) => at(15 + i, 10).join())
    expect(colours).toContain('36,56,232')
    expect(colours).toContain('255,255,255')
  })

  it('draws nothing of a zone that surrounds the frame', () => {
    const at = drawn(quadAt('-15,-10 75,-1 70,50 -10,45'), false)
    const columns = Array.from({ length: 60 }, (_, x) => Array.from({ length: 40 }, (_, y) => at(x, y)))
    expect(columns.flat().every(([red]) => red === 0)).toBe(true)
  })
})
