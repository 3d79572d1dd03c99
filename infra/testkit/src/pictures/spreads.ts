import type { Point } from '@equerre/geometry/point'
import sharp from 'sharp'
import type { BackgroundKind } from './background.ts'
import { photographPaper, type Bend, type BentPhoto, type Slope } from './bent-paper.ts'
import { createRandom, type Random } from './random.ts'
import { drawSingle, drawSpread, type AcrossKind, type SingleKind } from './spread-drawing.ts'

/** How two pages meet: bound thickly, stapled, or one sheet folded and opened again. */
export const bindings = ['book', 'booklet', 'valley'] as const
export type Binding = (typeof bindings)[number]

/** How a single sheet lies; a `crease` is a fold in its middle, a `shadow` falls across it. */
export const liesKinds = ['flat', 'curl', 'wave', 'letter-fold', 'crease', 'shadow'] as const
export type LiesKind = (typeof liesKinds)[number]

type Table = { readonly seed: number; readonly width: number; readonly height: number }

/** A photograph of an open book, and where its gutter is. */
export type SpreadPhoto = BentPhoto & {
  /** In photo pixels, from the upper end down. */
  readonly gutter: readonly [Point, Point]
}

const drawnHeight = 1100
const grounds = ['plain', 'wood', 'fabric', 'marble', 'tiles'] as const satisfies readonly BackgroundKind[]

/** Photographs a double page whose sides curl, each in its own way, into the gutter. */
export function photographSpread(
  scene: Table & { readonly binding: Binding; readonly across: AcrossKind },
): SpreadPhoto {
  const random = createRandom(scene.seed)
  const size = sizeOf(random.between(1.15, 1.75))
  const gutter = random.between(0.46, 0.54)
  const sheet = drawSpread(scene.across, { size, gutter }, random)
  const bend = meeting(scene.binding, { gutter, alongUnit: alongUnitOf(size) }, random)
  const background = random.pick(grounds)
  const shot = photographPaper(sheet, { ...scene, ...bend, background }, random)
  return { ...shot, gutter: [shot.seen([gutter, 0]), shot.seen([gutter, 1])] }
}

/** Photographs a landscape sheet that is one page. */
export function photographSingle(
  scene: Table & { readonly kind: SingleKind; readonly lies: LiesKind },
): BentPhoto {
  const random = createRandom(scene.seed)
  const size = sizeOf(random.pick([1.414, 1.414, 1.294, 1.5, 1.78]))
  const sheet = drawSingle(scene.kind, size, random)
  const bend = lying(scene.lies, random)
  return photographPaper(sheet, { ...scene, ...bend, background: random.pick(grounds) }, random)
}

function sizeOf(ratio: number): { width: number; height: number } {
  return { width: Math.round(drawnHeight * ratio), height: drawnHeight }
}

/** How far from the middle, in the unit of slopes, half of the sheet's width is. */
function alongUnitOf({ width, height }: { width: number; height: number }): number {
  return width / Math.hypot(width, height)
}

function meeting(
  binding: Binding,
  { gutter, alongUnit }: { readonly gutter: number; readonly alongUnit: number },
  random: Random,
): Bend {
  const at = (2 * gutter - 1) * alongUnit
  const side = () => sideOf(binding, random)
  const [left, right] = [side(), side()]
  const deep = binding === 'book' ? random.between(0.2, 0.6) : random.between(0.05, 0.3)
  const wide = binding === 'book' ? random.between(0.015, 0.05) : random.between(0.004, 0.015)
  return {
    direction: 0,
    slope: (along) => (along < at ? -left(at - along) : right(along - at)),
    shade: ([u]) => 1 - deep * Math.exp(-Math.abs(u - gutter) / wide),
  }
}

/** How steeply a page rises, by its distance from the gutter. */
function sideOf(binding: Binding, random: Random): Slope {
  const lying = random.between(-0.05, 0.12)
  const steep = { book: [0.45, 1.15], booklet: [0.08, 0.35], valley: [0, 0] }[binding]
  const [from, to] = steep as [number, number]
  const [height, fades] = [random.between(from, to), random.between(3.5, 12)]
  const tilt = binding === 'valley' ? random.between(0.08, 0.35) : lying
  return (distance) => tilt + (height - lying) * Math.exp(-distance * fades)
}

function lying(lies: LiesKind, random: Random): Bend {
  const strength = random.between(0.2, 0.6) * (random.chance(0.7) ? 1 : -1)
  const shift = random.between(-0.3, 0.3)
  const direction = random.pick([0, 0, Math.PI / 2]) + random.between(-0.12, 0.12)
  const kink = (along: number, place: number) => Math.tanh((along - place) * 40)
  switch (lies) {
    case 'flat':
      return { direction, slope: () => 0 }
    case 'curl':
      return { direction, slope: (along) => strength * (along - shift) }
    case 'wave':
      return { direction, slope: (along) => 0.6 * strength * Math.sin(5 * along + 8 * shift) }
    case 'letter-fold':
      return {
        direction,
        slope: (along) => 0.5 * strength * (kink(along, -0.28) - kink(along, 0.28)),
      }
    case 'crease':
      return { direction: 0, slope: (along) => 0.5 * strength * kink(along, shift * 0.2) }
    case 'shadow': {
      const [place, lean, soft] = [
        random.between(0.4, 0.6),
        random.between(-0.2, 0.2),
        random.between(50, 400),
      ]
      const dark = random.between(0.1, 0.4)
      const shade = ([u, v]: Point) => 1 - dark / (1 + Math.exp(-(u - place - lean * (v - 0.5)) * soft))
      return { direction, slope: () => 0, shade }
    }
  }
}

/** An open book, each of whose pages shows something of its own, as a phone's file. */
export async function photographBook(seed: number): Promise<SpreadPhoto & { readonly jpeg: Buffer }> {
  const shot = photographSpread({ seed, width: 1600, height: 1200, binding: 'book', across: 'facing' })
  const { width, height, data } = shot.photo
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
  return { ...shot, jpeg }
}
