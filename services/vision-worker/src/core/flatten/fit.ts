import type { Point } from '@equerre/geometry/point'
import { LeastSquares } from './least-squares.ts'
import { showsPaper, type NetworkSeen, type Place } from './network.ts'
import { fields, fieldsAt, flatAt, seenAt, type FlatPoint, type Sheet } from './sheet.ts'
import { footprintAt, type Footprint, type Order, type SplineGrid } from './spline.ts'

/** Two places of the straightened picture on one line of the flat page: a level one (1, its ends differ in y), or a plumb one (0). */
export type Line = {
  readonly ends: readonly [Point, Point]
  readonly axis: 0 | 1
  /** How far, along that axis, its ends may be off. */
  readonly sd: number
}

/** A place of the straightened picture on the paper's edge: 0 top, 1 right, 2 bottom, 3 left. */
export type Edge = { readonly seen: Point; readonly side: 0 | 1 | 2 | 3; readonly sd: number }

/** What speaks for a shape of the sheet; lengths as in `Sheet`. */
export type Evidence = {
  readonly lines: readonly Line[]
  /** Plumb lines, too few and too often mistaken to shape a sheet; but a shape that bends them is wrong. */
  readonly plumb: readonly Line[]
  readonly edges: readonly Edge[]
  /** Null where it was not asked. */
  readonly network: NetworkSeen | null
}

/** How far corners of a quad are off, and how far above their plane one of them may lie, and all of them on average. */
const cornerSd = 2e-3
const cornerLiftSd = 0.05
const cornersLiftSd = 0.01
/** Sheets rise by so much above the plane of their corners, and are so much longer than it. */
const liftSd = 0.05
const stretchSd = 0.05
/** Across, down, and askew: the corners of paper that curls at one are in no plane, and no rectangle. */
const stretches = [0, 1, 2] as const
/** Paper bends, usually with a radius of a diagonal or more, and does not stretch: what is left is the camera, which is only supposed. */
const curvatureSd = 1
const strainSd = 2e-3
/** In its own plane the paper's shift is smooth wherever nothing is known. */
const shearSd = 0.5
const rounds = 5
/** The first rounds believe everything: what is bent would otherwise be taken for a mistake. */
const trustingRounds = 2
/** Places of a network err alike: the square of so many count as one. */
const placesAlike = 3
/** From so many deviations on, a witness counts half. */
const doubtAt = 2.5

/**
 * The sheet that the evidence speaks for: a thin plate after Föppl and von Kármán, whose bending costs little and whose
 * stretching costs much, seen by a pinhole camera. One objective for all evidence, by Gauss and Newton, each round with
 * the weights of the round before (Cauchy's), so that a wrong witness fades.
 */
export function fitSheet(start: Sheet, evidence: Evidence): Sheet {
  let sheet = start
  for (let round = 0; round < rounds; round++) sheet = improved(sheet, evidence, round >= trustingRounds)
  return sheet
}

/** Fits a sheet once more, from where it is, to more evidence. */
export function refitSheet(sheet: Sheet, evidence: Evidence): Sheet {
  return improved(sheet, evidence, true)
}

function improved(sheet: Sheet, evidence: Evidence, doubts: boolean): Sheet {
  const count = sheet.coefficients.length
  const system = new System(sheet, doubts)
  addPaper(system, sheet)
  addRim(system, sheet)
  for (const line of evidence.lines) system.addLine(line)
  for (const edge of evidence.edges) system.addEdge(edge, true)
  for (const place of evidence.network?.places ?? []) if (showsPaper(place)) system.addPlace(place)
  const solved = system.solve()
  return { ...sheet, coefficients: solved.slice(0, count), stretch: [solved[count]!, solved[count + 1]!] }
}

/** What holds for every sheet: its corners are where they were found, and its edges near the lines between them. */
function addRim(system: System, sheet: Sheet): void {
  const seenFlat = ([u, v]: FlatPoint): Point => [u * sheet.width, v * sheet.height]
  for (const corner of corners) {
    system.addCorner(corner, seenFlat(corner))
    system.add([[2, 1, footprintAt(sheet.grid, corner)]], 0, { sd: cornerLiftSd })
  }
  const lifts = corners.map((corner) => [2, 1 / corners.length, footprintAt(sheet.grid, corner)] as const)
  system.add(lifts, 0, { sd: cornersLiftSd })
  for (let i = 1; i < bordered; i++) {
    const t = i / bordered
    const rim: readonly FlatPoint[] = [
      [t, 0],
      [1, t],
      [t, 1],
      [0, t],
    ]
    for (const side of [0, 1, 2, 3] as const)
      system.addEdge({ seen: seenFlat(rim[side]!), side, sd: borderSd }, false)
  }
}

const corners: readonly FlatPoint[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

/** A field, by how much it counts, where. */
type Term = readonly [field: 0 | 1 | 2, factor: number, footprint: Footprint]

/** Even where it is not seen, an edge is near the line between its corners: by so much, at each of so many places. */
const bordered = 8
const borderSd = 0.01

/** Places per cell and direction at which the paper's cost is counted. */
const collocated = 2
/** Parts of a sheet that bend on their own, about. */
const patches = 40

/** The derivatives of the splines at one place: by u, by v, and by both twice. */
type Derivatives = Readonly<Record<'value' | 'u' | 'v' | 'uu' | 'vv' | 'uv', Footprint>>

/** The places of every sheet with that grid; evaluating them anew would take as long as all the rest. */
const knownPlaces = new WeakMap<SplineGrid, readonly Derivatives[]>()

function placesOf(grid: SplineGrid): readonly Derivatives[] {
  const places = knownPlaces.get(grid) ?? newPlaces(grid)
  knownPlaces.set(grid, places)
  return places
}

function newPlaces(grid: SplineGrid): readonly Derivatives[] {
  const [columns, rows] = [grid.across * collocated, grid.down * collocated]
  return Array.from({ length: columns * rows }, (_, i) => {
    const flat = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows] as const
    const by = (order: Order) => footprintAt(grid, flat, { order })
    return { value: by([0, 0]), u: by([1, 0]), v: by([0, 1]), uu: by([2, 0]), vv: by([0, 2]), uv: by([1, 1]) }
  })
}

/** What paper costs: bending, stretching, and shifts in its own plane. */
function addPaper(system: System, sheet: Sheet): void {
  const [byU, byV] = [1 / sheet.width, 1 / sheet.height]
  const places = placesOf(sheet.grid)
  const each = Math.sqrt(places.length / patches)
  for (const way of stretches) system.add([], 0, { sd: stretchSd, stretch: way })
  for (const place of places) {
    addStrain(system, sheet, { ...place, sd: strainSd * each })
    system.add([[2, 1, place.value]], 0, { sd: liftSd * each })
    const bends = [
      [place.uu, byU * byU],
      [place.vv, byV * byV],
      [place.uv, Math.SQRT2 * byU * byV],
    ] as const
    for (const [footprint, factor] of bends) {
      system.add([[2, factor, footprint]], 0, { sd: curvatureSd * each })
      system.add([[0, factor, footprint]], 0, { sd: shearSd * each })
      system.add([[1, factor, footprint]], 0, { sd: shearSd * each })
    }
  }
}

/** The paper's strain, across, down and in shear: by its shifts in the plane, and by its slopes, which lengthen it. */
function addStrain(system: System, sheet: Sheet, { u, v, sd }: Derivatives & { readonly sd: number }): void {
  const [byU, byV] = [1 / sheet.width, 1 / sheet.height]
  const slopeU = byU * fieldsAt(sheet, u)[2]
  const slopeV = byV * fieldsAt(sheet, v)[2]
  const across: Term[] = [
    [0, byU, u],
    [2, slopeU * byU, u],
  ]
  const down: Term[] = [
    [1, byV, v],
    [2, slopeV * byV, v],
  ]
  const shear: Term[] = [
    [0, byV, v],
    [1, byU, u],
    [2, slopeU * byV, v],
    [2, slopeV * byU, u],
  ]
  system.add(across, slopeU ** 2 / 2, { sd, stretch: 0 })
  system.add(down, slopeV ** 2 / 2, { sd, stretch: 1 })
  system.add(shear, slopeU * slopeV, { sd: sd * Math.SQRT2, stretch: 2 })
}

/** The ends of a line on the flat page: the first as it is seen, the second on its level, or below it. */
function endsOf(sheet: Sheet, { ends, axis }: Line): readonly [FlatPoint, FlatPoint] {
  const [first, second] = [flatAt(sheet, ends[0]), flatAt(sheet, ends[1])]
  return [first, axis === 1 ? [second[0], first[1]] : [first[0], second[1]]]
}

/**
 * How far off a line's second end is; compared in the picture, since on the paper a sheet that comes nearer would make all
 * lines agree.
 */
export function lineOff(sheet: Sheet, line: Line): number {
  return line.ends[1][line.axis] - seenAt(sheet, endsOf(sheet, line)[1])[line.axis]
}

function axisOf({ side }: Edge): 0 | 1 {
  return side % 2 === 0 ? 1 : 0
}

/** The point of the sheet's edge next to where it is seen. */
function onEdge(sheet: Sheet, edge: Edge): FlatPoint {
  const flat = flatAt(sheet, edge.seen)
  const border = edge.side === 1 || edge.side === 2 ? 1 : 0
  return axisOf(edge) === 1 ? [flat[0], border] : [border, flat[1]]
}

/** How far below, or right of, the sheet's edge an edge is seen. */
export function edgeOff(sheet: Sheet, edge: Edge): number {
  const axis = axisOf(edge)
  return edge.seen[axis] - seenAt(sheet, onEdge(sheet, edge))[axis]
}

/** How far off a witness may be that is so far off: then it counts less (Cauchy's weights). */
export function doubtedSd(off: number, sd: number): number {
  return sd * Math.sqrt(1 + (off / (doubtAt * sd)) ** 2)
}

/** By how much an equation may be missed, and which of the sheet's own stretches counts in it. */
type Allowed = { readonly sd: number; readonly stretch?: (typeof stretches)[number] }

/** The equations of one round, linear about a sheet. */
class System {
  readonly #sheet: Sheet
  readonly #doubts: boolean
  readonly #sums: LeastSquares
  /** One equation: factors by unknown, and which of these it names. */
  readonly #factors: Float64Array
  readonly #named: number[] = []

  constructor(sheet: Sheet, doubts: boolean) {
    this.#sheet = sheet
    this.#doubts = doubts
    this.#sums = new LeastSquares(sheet.coefficients.length + stretches.length)
    this.#factors = new Float64Array(sheet.coefficients.length + stretches.length)
  }

  solve(): Float64Array {
    return this.#sums.solve()
  }

  /** Σ terms − one of the stretches = target, give or take `sd`. */
  add(terms: readonly Term[], target: number, { sd, stretch }: Allowed): void {
    const [factors, named] = [this.#factors, this.#named]
    for (const [field, factor, { at, weights }] of terms) {
      for (let k = 0; k < 16; k++) {
        const place = fields * at[k]! + field
        if (factors[place] === 0) named.push(place)
        factors[place]! += factor * weights[k]!
      }
    }
    if (stretch !== undefined) {
      named.push(this.#sheet.coefficients.length + stretch)
      factors[named.at(-1)!] = -1
    }
    this.#sums.add(named, factors, { target, weight: sd ** -2 })
    for (const place of named) factors[place] = 0
    named.length = 0
  }

  addLine(line: Line): void {
    const [first, second] = endsOf(this.#sheet, line)
    const from = this.#linear(first, line.axis)
    const to = this.#linear(second, line.axis)
    const off = line.ends[1][line.axis] - to.seen
    const terms = [
      ...to.terms,
      ...from.terms.map(([field, factor, where]) => [field, -factor, where] as const),
    ]
    this.add(terms, to.linear - from.linear + off, { sd: this.#doubted(off, line.sd) })
  }

  addEdge(edge: Edge, mayBeWrong: boolean): void {
    const axis = axisOf(edge)
    const { terms, linear, seen: now } = this.#linear(onEdge(this.#sheet, edge), axis)
    const off = edge.seen[axis] - now
    this.add(terms, linear + off, { sd: mayBeWrong ? this.#doubted(off, edge.sd) : edge.sd })
  }

  addPlace({ seen, flat, sd }: Place): void {
    for (const axis of [0, 1] as const) {
      const { terms, linear, seen: now } = this.#linear(flat, axis)
      const off = seen[axis] - now
      this.add(terms, linear + off, { sd: this.#doubted(off, placesAlike * sd[axis]) })
    }
  }

  addCorner(flat: FlatPoint, seen: Point): void {
    for (const axis of [0, 1] as const) {
      const { terms, linear, seen: now } = this.#linear(flat, axis)
      this.add(terms, linear + seen[axis] - now, { sd: cornerSd })
    }
  }

  #doubted(off: number, sd: number): number {
    return this.#doubts ? doubtedSd(off, sd) : sd
  }

  /** Where a point is seen along one axis: as terms of the unknowns, what these come to now, and the place itself. */
  #linear(flat: FlatPoint, axis: 0 | 1) {
    const footprint = footprintAt(this.#sheet.grid, flat)
    const { camera, width, height } = this.#sheet
    const shift = fieldsAt(this.#sheet, footprint)
    const scale = camera[2] / (camera[2] - shift[2])
    const beside = flat[axis] * (axis === 0 ? width : height) + shift[axis] - camera[axis]
    const byHeight = (beside * scale) / (camera[2] - shift[2])
    const terms: readonly Term[] = [
      [axis, scale, footprint],
      [2, byHeight, footprint],
    ]
    return { terms, linear: scale * shift[axis] + byHeight * shift[2], seen: camera[axis] + beside * scale }
  }
}
