import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import type { Point } from '@equerre/geometry/point'
import { polygonArea, polygonClip } from '@equerre/geometry/polygon'
import { boxQuad, frameQuad, type Quad } from '@equerre/geometry/quad'
import { pageProportion, type PageKind } from './page.ts'
import type { Random } from './random.ts'

/** A paper on a table: what it is, and where its corners are, clockwise from its own top left, in pixels. */
export type Laid = { readonly kind: PageKind; readonly quad: Quad }

type Frame = { readonly width: number; readonly height: number }

/** Bare table between two papers, as a share of their size. */
const gap = 0.05
const kinds = ['receipt', 'receipt', 'card'] as const
/** Long side, as a share of a paper's place on the table: a card is about half as long as a receipt. */
const lengths = { receipt: [0.85, 1.25], card: [0.5, 0.75] } as const

/**
 * Lays receipts and cards on a table, apart from each other and at any angle, seen by a camera above one side of it.
 * A paper that finds no place gets smaller until it does.
 */
export function layTable(count: number, frame: Frame, random: Random): Laid[] {
  const columns = Math.round(Math.sqrt((count * frame.width) / frame.height)) || 1
  const rows = Math.ceil(count / columns)
  const place = { width: frame.width / columns, height: frame.height / rows }
  const laid: Laid[] = []
  for (let index = 0; index < count; index++) {
    const centre: Point = [
      ((index % columns) + 0.5) * place.width,
      (Math.floor(index / columns) + 0.5) * place.height,
    ]
    laid.push(laidNear(centre, { place, frame, laid }, random))
  }
  const seen = homographyBetween(frameQuad(frame), seenFrame(frame, random))
  return laid.map(({ kind, quad }) => ({
    kind,
    quad: quad.map((point) => homographyApply(seen, point)) as unknown as Quad,
  }))
}

type Room = { readonly place: Frame; readonly frame: Frame; readonly laid: readonly Laid[] }

function laidNear([x, y]: Point, { place, frame, laid }: Room, random: Random): Laid {
  const kind = random.pick(kinds)
  const proportion = pageProportion(kind, random)
  const [least, most] = lengths[kind]
  let long = Math.min(place.width, place.height) * random.between(least, most)
  for (;;) {
    const centre: Point = [
      x + place.width * random.between(-0.2, 0.2),
      y + place.height * random.between(-0.2, 0.2),
    ]
    const short = long * Math.min(proportion, 1 / proportion)
    const size: Point = proportion < 1 ? [short, long] : [long, short]
    const angle = random.between(0, 2 * Math.PI)
    const wide = rectangle(centre, [size[0] * (1 + gap), size[1] * (1 + gap)], angle)
    if (isInside(wide, frame) && laid.every((other) => !overlaps(wide, other.quad)))
      return { kind, quad: rectangle(centre, size, angle) }
    long *= 0.98
  }
}

function rectangle([x, y]: Point, [width, height]: Point, angle: number): Quad {
  const box = boxQuad({ left: -width / 2, top: -height / 2, right: width / 2, bottom: height / 2 })
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return box.map(([u, v]): Point => [x + u * cos - v * sin, y + u * sin + v * cos]) as unknown as Quad
}

function isInside(quad: Quad, { width, height }: Frame): boolean {
  return quad.every(([x, y]) => x > 0 && y > 0 && x < width && y < height)
}

function overlaps(a: Quad, b: Quad): boolean {
  return polygonArea(polygonClip(a, b)) > 0
}

/** The table as a camera sees it that stands at its lower edge: its far side is shorter. */
function seenFrame({ width, height }: Frame, random: Random): Quad {
  const narrower = width * random.between(0, 0.1)
  const lower = height * random.between(0, 0.08)
  return [
    [narrower, lower],
    [width - narrower, lower],
    [width, height],
    [0, height],
  ]
}
