import { quadAt } from '@equerre/testkit/points'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import { quadInPixels, quadToRelative, wholeFrame, type PhotoPoint } from './spaces.ts'

it('puts the whole frame on the outer borders of the outermost pixels', () => {
  expect(quadInPixels<PhotoPoint>(wholeFrame, { width: 4, height: 3 })).toEqual(quadAt('0,0 4,0 4,3 0,3'))
})

it('converts relative corners back to the same pixels', () => {
  const side = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(anyConvexQuad, side, side, (quad, width, height) => {
      const back = quadInPixels<PhotoPoint>(quadToRelative(quad, { width, height }), { width, height })
      back.forEach(([x, y], i) => {
        expect(x).toBeCloseTo(quad[i]![0], 6)
        expect(y).toBeCloseTo(quad[i]![1], 6)
      })
    }),
  )
})
