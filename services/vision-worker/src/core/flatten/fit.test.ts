import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { frameQuad, type Quad } from '@equerre/geometry/quad'
import { createRandom } from '@equerre/testkit/pictures/random'
import { expect, it } from 'vitest'
import { cameraAbove } from './camera.ts'
import { placesPerSide } from './edges.ts'
import { fitSheet, type Edge, type Evidence, type Line } from './fit.ts'
import { judgeSheet } from './judge.ts'
import type { Place } from './network.ts'
import { flatAt, flatSheet, seenAt, type FlatPoint, type Sheet } from './sheet.ts'

const [width, height] = [0.577, 0.816]
const start = flatSheet({ width, height, camera: [0.3, 0.95, 1.3], grid: { across: 8, down: 10 } })
const radius = 0.6
const angle = Math.asin(width / 2 / radius)
/** Along the paper. */
const arc = 2 * radius * angle

/** A sheet bent about a plumb axis, as the camera sees it. */
function curled([u, v]: FlatPoint): Point {
  const along = (u - 0.5) * 2 * angle
  const [x, y] = [width / 2 + radius * Math.sin(along), v * height]
  const above = radius * (Math.cos(along) - Math.cos(angle))
  const [cx, cy, cz] = start.camera
  const scale = cz / (cz - above)
  return [cx + (x - cx) * scale, cy + (y - cy) * scale]
}

const random = createRandom(3)
const noisy = ([x, y]: Point, sd: number): Point => [
  x + random.between(-1.7, 1.7) * sd,
  y + random.between(-1.7, 1.7) * sd,
]
const shares = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) }, (_, i) => from + i * step)
/** Where a side is looked at, as shares of it. */
const places = Array.from({ length: placesPerSide }, (_, i) => (i + 0.5) / placesPerSide)

const lines: Line[] = shares(0.08, 0.95, 0.04).flatMap((v) =>
  shares(0.1, 0.85, 0.05).map((u): Line => ({
    ends: [noisy(curled([u, v]), 2e-4), noisy(curled([u + 0.06, v]), 2e-4)],
    axis: 1,
    sd: 1e-3,
  })),
)
const edges: Edge[] = places.flatMap((t): Edge[] => [
  { seen: noisy(curled([t, 0]), 1e-3), side: 0, sd: 1e-3 },
  { seen: noisy(curled([1, t]), 1e-3), side: 1, sd: 1e-3 },
  { seen: noisy(curled([t, 1]), 1e-3), side: 2, sd: 1e-3 },
  { seen: noisy(curled([0, t]), 1e-3), side: 3, sd: 1e-3 },
])
const nothing: Evidence = { lines: [], plumb: [], edges: [], network: null }

/** Mean distance from the truth. */
function errorOf(sheet: Sheet, truth = curled): number {
  const offs = shares(0, 1.01, 0.05).flatMap((v) =>
    shares(0, 1.01, 0.05).map((u) => {
      const [a, b] = [seenAt(sheet, [u, v]), truth([u, v])]
      return Math.hypot(a[0] - b[0], a[1] - b[1])
    }),
  )
  return offs.reduce((sum, off) => sum + off, 0) / offs.length
}

it('finds a curled sheet from its edges, and better with its lines of text', () => {
  const byEdges = fitSheet(start, { ...nothing, edges })
  const byAll = fitSheet(start, { ...nothing, edges, lines })
  expect(errorOf(start)).toBeGreaterThan(0.015)
  expect(errorOf(byEdges)).toBeLessThan(0.004)
  expect(errorOf(byAll)).toBeLessThan(0.003)
})

it('keeps the length along the paper', () => {
  const { stretch } = fitSheet(start, { ...nothing, edges, lines })
  expect(stretch[0]).toBeGreaterThan(0.6 * (arc / width - 1))
  expect(stretch[0]).toBeLessThan(1.4 * (arc / width - 1))
  expect(Math.abs(stretch[1])).toBeLessThan(0.02)
})

it('finds a sheet that curls at one corner, so that its corners are in no plane', () => {
  const lens = { focalPx: 1300, centre: [0, 0] } as const
  // Beyond a line askew it leaves the table, along a circle; the camera looks straight down.
  const photographed = ([u, v]: FlatPoint): Point => {
    const beyond = Math.max(0, (u * width + v * height) * Math.SQRT1_2 - 0.45)
    const turned = beyond / 0.6
    const back = (beyond - 0.6 * Math.sin(turned)) * Math.SQRT1_2
    const depth = 1.3 - 0.6 * (1 - Math.cos(turned))
    const [x, y] = [u * width - back - 0.35, v * height - back - 0.7]
    return [(lens.focalPx * x) / depth, (lens.focalPx * y) / depth]
  }
  const page = frameQuad({ width, height })
  const quad = frameQuad({ width: 1, height: 1 }).map((corner) =>
    photographed(corner as FlatPoint),
  ) as unknown as Quad
  const straightened = homographyBetween(quad, page)
  const seen = (flat: FlatPoint) => homographyApply(straightened, photographed(flat))
  const sides: readonly ((t: number) => FlatPoint)[] = [
    (t) => [t, 0],
    (t) => [1, t],
    (t) => [t, 1],
    (t) => [0, t],
  ]
  const rim = ([0, 1, 2, 3] as const).flatMap((side) =>
    places.map((t): Edge => ({ seen: noisy(seen(sides[side]!(t)), 1e-3), side, sd: 1e-3 })),
  )
  const print = shares(0.08, 0.95, 0.04).flatMap((v) =>
    shares(0.1, 0.85, 0.05).map((u): Line => ({
      ends: [seen([u, v]), seen([u + 0.06, v])],
      axis: 1,
      sd: 1e-3,
    })),
  )
  const flat = flatSheet({ ...start, camera: cameraAbove(page, quad, lens) })
  // With its corners held in one plane, it would come out worse than flat.
  const fitted = fitSheet(flat, { ...nothing, edges: rim, lines: print })
  expect(errorOf(fitted, seen)).toBeLessThan(0.85 * errorOf(flat, seen))
})

it('does not let a few wrong witnesses bend the sheet', () => {
  const wrong = edges.map((edge, i): Edge =>
    i % 12 === 0 ? { ...edge, seen: [edge.seen[0] + 0.05, edge.seen[1] + 0.05] } : edge,
  )
  expect(errorOf(fitSheet(start, { ...nothing, edges: wrong, lines }))).toBeLessThan(0.004)
})

it('goes from the paper to the picture and back', () => {
  const sheet = fitSheet(start, { ...nothing, edges, lines })
  for (const flat of [
    [0.1, 0.2],
    [0.5, 0.5],
    [0.93, 0.97],
  ] as const) {
    const [u, v] = flatAt(sheet, seenAt(sheet, flat))
    expect(Math.hypot(u - flat[0], v - flat[1])).toBeLessThan(1e-3)
  }
})

it('calls a sheet bent when both of a pair of sides say so, and keeps out of it when one has no counterpart', () => {
  const judged = (evidence: Evidence) => judgeSheet(fitSheet(start, evidence), evidence)
  expect(judged({ ...nothing, edges })).toBe('bent')
  expect(judged({ ...nothing, lines })).not.toBe('flat')
  expect(judged({ ...nothing, edges: edges.filter(({ side }) => side === 0) })).toBe('flat')
  const straight = places.map((t): Edge => ({
    seen: noisy([t * width, 0], 1e-3),
    side: 0,
    sd: 1e-3,
  }))
  expect(judged({ ...nothing, edges: straight })).toBe('flat')
})

it('does not call a sheet bent whose one side bulges while the opposite one is straight', () => {
  const bulging = places.flatMap((t): Edge[] => [
    { seen: noisy([width, t * height], 3e-4), side: 1, sd: 1e-3 },
    { seen: [0.04 * Math.sin(Math.PI * t), t * height], side: 3, sd: 1e-3 },
  ])
  const evidence = { ...nothing, edges: bulging }
  expect(judgeSheet(fitSheet(start, evidence), evidence)).toBe('flat')
})

/** A sheet bent about a level axis, before a camera in the plane of its left side, which seems straight. */
const beside = { ...start, camera: [0, 0.4, 1.3] as const }
const half = Math.asin(height / 2 / radius)
function bentDown([u, v]: FlatPoint): Point {
  const along = (v - 0.5) * 2 * half
  const above = radius * (Math.cos(along) - Math.cos(half))
  const [, cy, cz] = beside.camera
  const scale = cz / (cz - above)
  return [u * width * scale, cy + (height / 2 + radius * Math.sin(along) - cy) * scale]
}

it('calls a sheet bent whose one side bulges if the print along it does, too, and that side is seen as a whole', () => {
  const sides = places.flatMap((t): Edge[] => [
    { seen: noisy(bentDown([0, t]), 3e-4), side: 3, sd: 1e-3 },
    { seen: noisy(bentDown([1, t]), 3e-4), side: 1, sd: 1e-3 },
  ])
  const print = (seen: (flat: FlatPoint) => Point) =>
    shares(0.1, 0.95, 0.05).flatMap((u) =>
      shares(0.1, 0.85, 0.05).map((v): Line => ({
        ends: [seen([u, v]), seen([u, v + 0.06])],
        axis: 0,
        sd: 1e-3,
      })),
    )
  const judged = (evidence: Evidence) => judgeSheet(fitSheet(beside, evidence), evidence)
  const plumb = print(bentDown)
  expect(judged({ ...nothing, edges: sides, plumb })).toBe('bent')
  expect(judged({ ...nothing, edges: sides.filter((_, i) => i % 20 > 3), plumb })).toBe('flat')
  const straight = print(([u, v]) => [u * width, v * height])
  expect(judged({ ...nothing, edges: sides, plumb: straight })).toBe('flat')
})

/** What a network sees that finds the direction of a bend and a share of it. */
function partOf(share: number, seen: (flat: FlatPoint) => Point) {
  return ([u, v]: FlatPoint): Point => {
    const [x, y] = seen([u, v])
    return [u * width + share * (x - u * width), v * height + share * (y - v * height)]
  }
}

it('asks the network: a shape that it confirms needs no counterpart, and none is made that it contradicts', () => {
  const spots = shares(0.05, 1, 0.1).flatMap((v) => shares(0.05, 1, 0.1).map((u): FlatPoint => [u, v]))
  const placesAt = (seen: (flat: FlatPoint) => Point) =>
    spots.map((flat): Place => ({ seen: seen(flat), flat, sd: [0.004, 0.004] }))
  const toldBy = (bent: number, witness: readonly Place[], own: readonly Edge[]) => {
    const all = { ...nothing, edges: own, network: { places: witness, bent } }
    return judgeSheet(fitSheet(start, { ...all, network: null }), all)
  }
  const told = (bent: number, seen: (flat: FlatPoint) => Point, own: readonly Edge[]) =>
    toldBy(bent, placesAt(seen), own)
  const asFlat = ([u, v]: FlatPoint): Point => [u * width, v * height]
  const mirrored = ([u, v]: FlatPoint): Point => [
    2 * u * width - curled([u, v])[0],
    2 * v * height - curled([u, v])[1],
  ]
  const alone = edges.filter(({ side }) => side === 0)
  expect(told(0.95, curled, alone)).toBe('bent')
  expect(told(0.5, curled, alone)).toBe('flat')
  expect(told(0.95, asFlat, alone)).toBe('flat')
  expect(told(0.5, curled, edges)).toBe('bent')
  expect(told(0.05, curled, edges)).toBe('unsure')
  expect(told(0.5, mirrored, edges)).toBe('unsure')
  // Unsure where its places belong, it contradicts a bend of which it is not sure either, if it sees nothing of it.
  const vague = (bent: number, seen: (flat: FlatPoint) => Point) =>
    toldBy(
      bent,
      placesAt(seen).map((place): Place => ({ ...place, sd: [0.05, 0.05] })),
      edges,
    )
  expect(vague(0.5, asFlat)).toBe('unsure')
  expect(vague(0.95, asFlat)).toBe('bent')
  expect(vague(0.5, partOf(0.6, curled))).toBe('bent')
  expect(toldBy(0.5, [], edges)).toBe('bent')
  const exact = (seen: (flat: FlatPoint) => Point) =>
    placesAt(seen).map((place): Place => ({ ...place, sd: [5e-4, 5e-4] }))
  expect(toldBy(0.95, exact(partOf(1 / 3, curled)), edges)).toBe('bent')
  expect(toldBy(0.5, exact(partOf(1 / 3, curled)), edges)).toBe('unsure')
  expect(toldBy(0.95, exact(partOf(0.6, curled)), alone)).toBe('flat')
})

it('follows the network where sides and lines leave a shape open, and sides where it errs', () => {
  const spots = shares(0.05, 1, 0.05).flatMap((v) => shares(0.05, 1, 0.05).map((u): FlatPoint => [u, v]))
  const told = (seen: (flat: FlatPoint) => Point, own: readonly Edge[]) => {
    const places = spots.map((flat): Place => ({ seen: seen(flat), flat, sd: [0.004, 0.004] }))
    return errorOf(fitSheet(start, { ...nothing, edges: own, network: { places, bent: 0.95 } }))
  }
  const alone = edges.filter(({ side }) => side === 0)
  const withoutNetwork = errorOf(fitSheet(start, { ...nothing, edges: alone }))
  expect(told(curled, alone)).toBeLessThan(0.5 * withoutNetwork)
  expect(told(partOf(0.8, curled), edges)).toBeLessThan(0.005)
})

it('does not call a sheet bent by two sides that are seen only here and there', () => {
  const evidence = { ...nothing, edges: edges.filter((_, i) => i % 40 > 3) }
  expect(judgeSheet(fitSheet(start, evidence), evidence)).toBe('flat')
})

it('does not believe in a shape that bends plumb lines', () => {
  const plumb = shares(0.1, 0.9, 0.1).flatMap((u) =>
    shares(0.1, 0.8, 0.05).map((v): Line => ({
      ends: [
        [u * width, v * height],
        [u * width, (v + 0.06) * height],
      ],
      axis: 0,
      sd: 1e-3,
    })),
  )
  const bulging = places.flatMap((t): Edge[] => [
    { seen: [width + 0.01 * Math.sin(Math.PI * t), t * height], side: 1, sd: 1e-3 },
    { seen: [0.04 * Math.sin(Math.PI * t), t * height], side: 3, sd: 1e-3 },
  ])
  const sheet = fitSheet(start, { ...nothing, plumb, edges: bulging })
  expect(judgeSheet(sheet, { ...nothing, edges: bulging })).toBe('bent')
  expect(judgeSheet(sheet, { ...nothing, plumb, edges: bulging })).toBe('flat')
})
