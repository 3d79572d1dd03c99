import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { boxQuad, type Quad } from '@equerre/geometry/quad'
import { createRandom } from '@equerre/testkit/pictures/random'
import { expect, it } from 'vitest'
import { placesPerSide } from './edges.ts'
import type { Edge, Evidence, Line } from './fit.ts'
import { shapeIn } from './flatten.ts'
import { seemsBent } from './judge.ts'
import { withBestCorners } from './plane.ts'
import { flatSheet } from './sheet.ts'

const [width, height] = [0.577, 0.816]
const page = boxQuad({ left: 0, top: 0, right: width, bottom: height })
const flat = flatSheet({ width, height, camera: [0.3, 0.4, 1.3], grid: { across: 8, down: 10 } })

/** What a page shows, of which its plane's points are seen elsewhere, and print not to a hair. */
function evidenceOf(shown: (point: Point) => Point, printSd = 2e-4): Evidence {
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
    return { ends: [seen([x, y], printSd), seen([x + 0.04, y], printSd)], axis: 1, sd: 1e-3 }
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
function rolled([x, y]: Point, by = 0.5): Point {
  const scale = 1.3 / (1.3 - by * x * (width - x))
  return [0.3 + (x - 0.3) * scale, 0.4 + (y - 0.4) * scale]
}

/** Paper that does not lie quite flat: .3 % of the diagonal. */
function uneven([x, y]: Point): Point {
  return [x + 3e-3 * Math.sin(9 * y + 1), y + 2e-3 * Math.sin(6 * x)]
}

const seemsBentAtBest = (evidence: Evidence) => seemsBent(flat, withBestCorners(flat, evidence))

it.each([0.02, 0.05])('knows a flat page of which a corner is %d of the page off', (by) => {
  const evidence = evidenceOf(cornerMoved(by))
  expect(seemsBent(flat, evidence)).toBe(true)
  expect(seemsBentAtBest(evidence)).toBe(false)
  expect(seemsBentAtBest({ ...evidence, edges: [] })).toBe(false)
})

it('judges a page with a corner off as it would with the true one', () => {
  const moved = cornerMoved(0.02)
  const evidence = evidenceOf((point) => moved(uneven(point)))
  expect(seemsBent(flat, evidenceOf(uneven))).toBe(false)
  expect(seemsBent(flat, evidence)).toBe(true)
  expect(seemsBentAtBest(evidence)).toBe(false)
})

it('does not let sides that other corners explain speak for a bend, even if the print does not come out level', () => {
  const evidence = evidenceOf(cornerMoved(0.02), 9e-4)
  expect(seemsBentAtBest(evidence)).toBe(true)
  expect(shapeIn({ flat, evidence, centre: [0.3, 0.4] })).toEqual({ bend: 0, sheet: null })
})

it('takes no bent page for a flat one, whether its corners are off or not', () => {
  expect(seemsBentAtBest(evidenceOf((point) => rolled(point)))).toBe(true)
  expect(seemsBentAtBest({ ...evidenceOf((point) => rolled(point)), edges: [] })).toBe(true)
  const moved = cornerMoved(0.02)
  expect(seemsBentAtBest(evidenceOf((point) => moved(rolled(point))))).toBe(true)
})

it('moves no corner of a page that bends a little: its sides pass through them', () => {
  const evidence = evidenceOf((point) => rolled(point, 0.25))
  expect(seemsBent(flat, evidence)).toBe(true)
  expect(withBestCorners(flat, evidence)).toBe(evidence)
})

it('leaves corners that would be too far off where they are', () => {
  const evidence = evidenceOf(cornerMoved(0.2))
  expect(withBestCorners(flat, evidence)).toBe(evidence)
})
