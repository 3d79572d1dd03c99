import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { boxQuad, type Quad } from '@equerre/geometry/quad'
import { createRandom } from '@equerre/testkit/pictures/random'
import { expect, it } from 'vitest'
import { placesPerSide } from './edges.ts'
import type { Edge, Evidence, Line } from './fit.ts'
import { seemsBent } from './judge.ts'
import { isFlatWithOtherCorners } from './plane.ts'
import { flatSheet } from './sheet.ts'

const [width, height] = [0.577, 0.816]
const page = boxQuad({ left: 0, top: 0, right: width, bottom: height })
const flat = flatSheet({ width, height, camera: [0.3, 0.4, 1.3], grid: { across: 8, down: 10 } })

/** What a page shows, of which its plane's points are seen elsewhere. */
function evidenceOf(shown: (point: Point) => Point): Evidence {
  const random = createRandom(5)
  const seen = (point: Point, sd: number): Point => {
    const [x, y] = shown(point)
    return [x + random.between(-1, 1) * sd, y + random.between(-1, 1) * sd]
  }
  const edges = ([0, 1, 2, 3] as const).flatMap((side) =>
    Array.from({ length: placesPerSide }, (_, i): Edge => {
      const t = (i + 0.5) / placesPerSide
      const [from, to] = [page[side], page[(side + 1) % 4]!]
      return {
        seen: seen([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t], 1e-4),
        side,
        sd: 1e-3,
      }
    }),
  )
  const lines = Array.from({ length: 200 }, (_, i): Line => {
    const [x, y] = [0.05 + 0.04 * (i % 10), 0.05 + 0.035 * Math.floor(i / 10)]
    return { ends: [seen([x, y], 2e-4), seen([x + 0.04, y], 2e-4)], axis: 1, sd: 1e-3 }
  })
  return { edges, lines, plumb: [], network: null }
}

/** The page as it is seen where the corner at its top right was placed so far inside. */
function cornerMoved(by: number): (point: Point) => Point {
  const placed = page.with(1, [width - by * width, by * height]) as unknown as Quad
  const map = homographyBetween(placed, page)
  return (point) => homographyApply(map, point)
}

/** Paper that rises towards the camera about a plumb axis. */
function rolled([x, y]: Point): Point {
  const scale = 1.3 / (1.3 - 0.5 * x * (width - x))
  return [0.3 + (x - 0.3) * scale, 0.4 + (y - 0.4) * scale]
}

it.each([0.02, 0.05])('knows a flat page of which a corner is %d of the page off', (by) => {
  const evidence = evidenceOf(cornerMoved(by))
  expect(seemsBent(flat, evidence)).toBe(true)
  expect(isFlatWithOtherCorners(flat, evidence)).toBe(true)
})

it('knows it by its print alone too', () => {
  expect(isFlatWithOtherCorners(flat, { ...evidenceOf(cornerMoved(0.05)), edges: [] })).toBe(true)
})

it('takes no bent page for one, whether its corners are off or not', () => {
  expect(isFlatWithOtherCorners(flat, evidenceOf(rolled))).toBe(false)
  expect(isFlatWithOtherCorners(flat, { ...evidenceOf(rolled), edges: [] })).toBe(false)
  const moved = cornerMoved(0.02)
  expect(
    isFlatWithOtherCorners(
      flat,
      evidenceOf((point) => moved(rolled(point))),
    ),
  ).toBe(false)
})
