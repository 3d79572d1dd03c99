import type { Point } from '@equerre/geometry/point'
import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import { boxQuad, type Quad } from '@equerre/geometry/quad'
import { createRandom } from '@equerre/testkit/pictures/random'
import { describe, expect, it } from 'vitest'
import { placesPerSide } from './edges.ts'
import type { Edge, Evidence } from './fit.ts'
import { isBowedByLens } from './lens-bow.ts'
import { flatSheet } from './sheet.ts'

const [width, height] = [0.577, 0.816]
const page = boxQuad({ left: 0, top: 0, right: width, bottom: height })
const flat = flatSheet({ width, height, camera: [0.3, 0.4, 1.3], grid: { across: 8, down: 10 } })

/** Edges of a page as a warp of its plane shows them, straightened at its corners. */
function evidenceOf(shown: (point: Point) => Point): Evidence {
  const random = createRandom(5)
  const map = homographyBetween(page.map(shown) as unknown as Quad, page)
  const edges = ([0, 1, 2, 3] as const).flatMap((side) =>
    Array.from({ length: placesPerSide }, (_, i): Edge => {
      const t = (i + 0.5) / placesPerSide
      const [from, to] = [page[side], page[(side + 1) % 4]!]
      const place: Point = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
      const [x, y] = homographyApply(map, shown(place))
      return { seen: [x + random.between(-1, 1) * 1e-3, y + random.between(-1, 1) * 1e-3], side, sd: 1e-3 }
    }),
  )
  return { edges, lines: [], plumb: [], network: null }
}

/** A lens that draws what is far from its axis in by a share of `strength` at a distance of one. */
function lens([cx, cy]: Point, strength: number) {
  return ([x, y]: Point): Point => {
    const scale = 1 - strength * ((x - cx) ** 2 + (y - cy) ** 2)
    return [cx + (x - cx) * scale, cy + (y - cy) * scale]
  }
}

/** Paper that rises towards the camera about a plumb axis: level sides bow, plumb ones stay straight. */
function rolled([x, y]: Point): Point {
  const scale = 1.3 / (1.3 - 0.5 * x * (width - x))
  return [0.3 + (x - 0.3) * scale, 0.4 + (y - 0.4) * scale]
}

describe('a page whose sides are bowed', () => {
  it.each<[string, Point]>([
    ['in the middle of the picture', [0.29, 0.41]],
    ['beside it', [0.2, 0.3]],
  ])('by the lens is known, %s', (_where, centre) => {
    expect(isBowedByLens(flat, evidenceOf(lens(centre, 0.1)), centre)).toBe(true)
  })

  it('by its own bend, or inward, or hardly, is not', () => {
    const centre: Point = [0.29, 0.41]
    expect(isBowedByLens(flat, evidenceOf(rolled), centre)).toBe(false)
    expect(
      isBowedByLens(
        flat,
        evidenceOf((point) => lens(centre, 0.1)(rolled(point))),
        centre,
      ),
    ).toBe(false)
    expect(isBowedByLens(flat, evidenceOf(lens(centre, -0.1)), centre)).toBe(false)
    expect(isBowedByLens(flat, evidenceOf(lens(centre, 0.005)), centre)).toBe(false)
    expect(isBowedByLens(flat, { edges: [], lines: [], plumb: [], network: null }, centre)).toBe(false)
  })
})
