import sharp from 'sharp'
import type { BackgroundKind } from './background.ts'
import { photographPaper, type BentPhoto, type Slope } from './bent-paper.ts'
import { drawPage } from './page.ts'
import { createRandom, type Random } from './random.ts'
import type { Raster } from './raster.ts'

/** How a sheet bends across parallel lines; a `fold` is a crease in the middle, a `spine` a page's side in a book. */
export const bendKinds = [
  'flat',
  'curl',
  'roll',
  'wave',
  'spine',
  'fold',
  'letter-fold',
  'corner-curl',
] as const
export type BendKind = (typeof bendKinds)[number]

export type BentScene = {
  readonly seed: number
  readonly bend: BendKind
  readonly width: number
  readonly height: number
  readonly background: BackgroundKind
}

/** Photographs a flat page's drawing as a bent sheet on a table. */
export function photographBent(sheet: Raster, { seed, bend, ...table }: BentScene): BentPhoto {
  const random = createRandom(seed)
  // In this order, so that a seed's picture stays what it was.
  const slope = slopeOf(bend, random)
  const direction = directionOf(bend, random)
  return photographPaper(sheet, { slope, direction, ...table }, random)
}

/** The usual strength of each bend, as the sheet's steepest angle in radians. */
function slopeOf(bend: BendKind, random: Random): Slope {
  const strength = random.between(0.25, 0.7) * (random.chance(0.7) ? 1 : -1)
  const shift = random.between(-0.3, 0.3)
  const kinks =
    (places: readonly number[]): Slope =>
    (along) =>
      strength *
      0.5 *
      places.reduce((sum, place, i) => sum + (i % 2 ? -1 : 1) * Math.tanh((along - place) * 40), 0)
  switch (bend) {
    case 'flat':
      return () => 0
    case 'curl':
      return (along) => strength * (along - shift)
    case 'roll':
      return (along) => 1.4 * strength * along
    case 'wave':
      return (along) => 0.6 * strength * Math.sin(5 * along + 8 * shift)
    case 'spine':
      // Paper rises from a book's gutter.
      return (along) => 1.3 * Math.abs(strength) * Math.exp(-(along + 1) * 2.4)
    case 'fold':
      return kinks([shift * 0.3])
    case 'letter-fold':
      return kinks([-1 / 3, 1 / 3])
    case 'corner-curl':
      return (along) => strength * Math.max(0, along - 0.1 - shift) * 1.6
  }
}

/** Across which the sheet bends: a book's page across its lines of text, a rolled sheet along them, a corner askew. */
function directionOf(bend: BendKind, random: Random): number {
  if (bend === 'spine') return 0
  if (bend === 'corner-curl') return random.pick([1, 3, 5, 7]) * (Math.PI / 4) + random.between(-0.3, 0.3)
  if (bend === 'letter-fold') return Math.PI / 2
  return random.pick([0, Math.PI / 2]) + random.between(-0.12, 0.12)
}

/** A letter that curls, as a phone's file. */
export function photographCurled(seed: number): Promise<Buffer> {
  const sheet = drawPage('letter', 1240, 1754)(createRandom(seed))
  const scene = { seed, bend: 'curl', width: 1200, height: 1600, background: 'wood' } as const
  const { photo } = photographBent(sheet, scene)
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const
  return sharp(photo.data, { raw }).jpeg({ quality: 92 }).toBuffer()
}
