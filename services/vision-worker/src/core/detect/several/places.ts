import type { Point } from '@equerre/geometry/point'
import { pointBetween } from '@equerre/geometry/point'
import { polygonShared } from '@equerre/geometry/polygon'
import { quadArea } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { profileSide } from '../measure/side-profile.ts'
import { mapAt } from '../network/maps.ts'
import type { JoinedMaps } from './tiles.ts'

/** A quad that may be one document of several. */
export type Seed = {
  readonly quad: WorkQuad
  /** How far the network fills it, weighed by how well its sides are supported: in square work pixels. */
  readonly worth: number
  /** Whether all its sides are edges in the picture. */
  readonly clear: boolean
}

const samplesPerAxis = 15
/** Share of a document that the network fills at least, and less where all sides are edges nearly from corner to corner. */
const filledMin = 0.6
const filledOfClearMin = 0.35
const clearSupportMin = 0.9
const supportMin = 0.5
/** What a hardly filled one is worth, so that any that is filled goes first. */
const fillWorthMin = 0.05
/** A seed without any support is worth this share of one that is supported all along. */
const unsupportedWorth = 0.3
/** Of the smaller one's area, how much two documents may share. */
const overlapMax = 0.1
const insideMin = 0.9
/** Parts are this much smaller than what holds them. */
const partMax = 0.85
/** Two documents are worth this much more than the quad around both: that one also holds the table between them. */
const mergedBy = 1.05

/** Seeds that the network finds filled and that have edges along their sides, the worthiest first. */
export function weighedSeeds(quads: readonly WorkQuad[], joined: JoinedMaps, image: RgbImage): Seed[] {
  return quads
    .flatMap((quad) => {
      const filled = filledShare(quad, joined)
      if (filled < filledOfClearMin) return []
      const { mean, least } = supportOf(quad, image)
      if (mean < supportMin || (filled < filledMin && least < clearSupportMin)) return []
      const trust = unsupportedWorth + (1 - unsupportedWorth) * ((mean + least) / 2)
      const worth = Math.max(filled - 0.5, fillWorthMin) * quadArea(quad) * trust
      return [{ quad, worth, clear: least >= supportMin }]
    })
    .toSorted((a, b) => b.worth - a.worth)
}

/**
 * Where documents lie: those taken, and the worthiest seeds that lie apart from them and from each other, none of them around
 * two others.
 * @param seeds worthiest first
 */
export function placesAmong(seeds: readonly Seed[], most: number, taken: readonly Seed[] = []): Seed[] {
  const places = [...taken]
  for (const seed of seeds) {
    if (places.length === most) break
    if (places.some((place) => areOver(place.quad, seed.quad))) continue
    if (!holdsSeveral(seed, seeds)) places.push(seed)
  }
  return places
}

/** Whether two quads share more than documents that lie side by side. */
export function areOver(a: WorkQuad, b: WorkQuad): boolean {
  return polygonShared(a, b) > overlapMax * Math.min(quadArea(a), quadArea(b))
}

function holdsSeveral(seed: Seed, seeds: readonly Seed[]): boolean {
  const area = quadArea(seed.quad)
  const parts: Seed[] = []
  for (const part of seeds) {
    if (!part.clear || quadArea(part.quad) > partMax * area) continue
    if (polygonShared(part.quad, seed.quad) < insideMin * quadArea(part.quad)) continue
    if (!parts.some((other) => areOver(other.quad, part.quad))) parts.push(part)
  }
  const together = parts.reduce((sum, part) => sum + part.worth, 0)
  return parts.length > 1 && together > mergedBy * seed.worth
}

/** Mean of the inside map in a quad. */
function filledShare([a, b, c, d]: WorkQuad, { maps, scale }: JoinedMaps): number {
  let sum = 0
  for (let row = 0; row < samplesPerAxis; row++) {
    const down = (row + 0.5) / samplesPerAxis
    const [left, right] = [pointBetween(a, d, down), pointBetween(b, c, down)]
    for (let column = 0; column < samplesPerAxis; column++) {
      const [x, y]: Point = pointBetween(left, right, (column + 0.5) / samplesPerAxis)
      sum += mapAt(maps, maps.inside, [x / scale, y / scale])
    }
  }
  return sum / samplesPerAxis ** 2
}

/** How well the sides within the frame are covered by edges, on average and at worst. */
function supportOf(quad: WorkQuad, image: RgbImage): { readonly mean: number; readonly least: number } {
  const sides = quad.map((corner, i) => profileSide(image, corner, quad[(i + 1) % 4]!))
  const seen = sides.filter(({ visible }) => visible > 0).map(({ support }) => support)
  if (seen.length === 0) return { mean: 0, least: 0 }
  return { mean: seen.reduce((sum, support) => sum + support, 0) / seen.length, least: Math.min(...seen) }
}
