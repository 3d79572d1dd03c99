import { quadIou, type Quad } from '@equerre/geometry/quad'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { quadsFromMaps } from './quads.ts'
import type { NetworkMaps } from './maps.ts'

/** Maps of generated pictures, and what the training's own decoder makes of them; written by training/golden.py. */
type Golden = {
  readonly rows: number
  readonly columns: number
  readonly maps: readonly [corner: string, inside: string, side: string]
  readonly found: readonly { readonly quad: Quad; readonly fitted: Quad; readonly score: number }[]
}

const goldens = JSON.parse(readFileSync(new URL('quads.golden.json', import.meta.url), 'utf8')) as Golden[]

function mapsOf({ rows, columns, maps }: Golden): NetworkMaps {
  const [corner, inside, side] = maps.map((plane) =>
    Float32Array.from(Buffer.from(plane, 'base64'), (value) => value / 255),
  )
  return { rows, columns, corner: corner!, inside: inside!, side: side! }
}

/** Largest corner distance, over all four rotations: the first corner may differ. */
function largestGapPx(a: Quad, b: Quad): number {
  const gaps = [0, 1, 2, 3].map((turn) =>
    Math.max(...a.map(([x, y], i) => Math.hypot(x - b[(i + turn) % 4]![0], y - b[(i + turn) % 4]![1]))),
  )
  return Math.min(...gaps)
}

describe('quads from the network’s maps', () => {
  test.each(goldens.map((golden, index) => ({ golden, index })))(
    'match the training’s decoder on picture $index',
    ({ golden }) => {
      const found = quadsFromMaps(mapsOf(golden))
      expect(found).toHaveLength(golden.found.length)
      for (const [i, expected] of golden.found.entries()) {
        expect(found[i]!.score).toBeCloseTo(expected.score, 3)
        expect(largestGapPx(found[i]!.quad, expected.quad)).toBeLessThan(0.01)
        expect(largestGapPx(found[i]!.fitted, expected.fitted)).toBeLessThan(0.01)
      }
    },
  )

  test('are none when the maps are empty', () => {
    const empty = () => new Float32Array(48 * 36)
    expect(quadsFromMaps({ rows: 48, columns: 36, corner: empty(), inside: empty(), side: empty() })).toEqual(
      [],
    )
  })

  test('are clockwise and do not overlap much', () => {
    for (const golden of goldens) {
      const found = quadsFromMaps(mapsOf(golden))
      for (const [i, one] of found.entries()) {
        for (const other of found.slice(i + 1)) expect(quadIou(one.quad, other.quad)).toBeLessThan(0.3)
      }
    }
  })
})
