import { quadContains } from '@equerre/geometry/quad'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cellPx, cellsInside } from './maps.ts'

it('cells are inside a quad when their centres are', () => {
  const none = new Float32Array(0)
  const maps = { columns: 48, rows: 64, corner: none, inside: none, side: none }
  fc.assert(
    fc.property(anyConvexQuad, ([a, b, c, d]) => {
      const small = [a, b, c, d].map(([x, y]) => [x / 16, y / 16] as const)
      const quad = [small[0]!, small[1]!, small[2]!, small[3]!] as const
      const inside = Array.from({ length: maps.columns * maps.rows }, (_, at) => {
        const [column, row] = [at % maps.columns, Math.floor(at / maps.columns)]
        return quadContains(quad, [(column + 0.5) * cellPx, (row + 0.5) * cellPx]) ? 1 : 0
      })
      expect([...cellsInside(maps, quad)]).toEqual(inside)
    }),
  )
})
