import { quadArea, quadIou } from '@equerre/geometry/quad'
import type { Size, WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { judge, type Judged } from '../judge/judge.ts'
import { measureAll } from '../measure/features.ts'
import { regionAround, type Region } from '../network/input.ts'
import type { NetworkLook } from '../network/look.ts'
import type { Operators } from '../operators.ts'
import { pickDistinct } from '../pick-distinct.ts'
import { frameCandidate, type Candidate } from '../propose/sources.ts'
import { createScene } from '../scene.ts'
import { areOver, type Seed } from './places.ts'

/** The part looked at is the place and a margin of this share of its longer extent, so that it holds the band beside it. */
const marginShare = 0.25
/** A guess overlaps its place by at least this IoU … */
const samePlaceIou = 0.5
/** … and differs from the other guesses by more than this one leaves. */
const sameGuessIou = 0.95
const guessesMax = 12

/** The surroundings of a place, in work pixels. */
export function regionOf(quad: WorkQuad, image: Size): Region {
  return regionAround(quad, marginShare, image)
}

/** A region of an image as an image of its own. */
export function croppedTo({ width, data }: RgbImage, region: Region): RgbImage {
  const cropped = new Uint8Array(3 * region.width * region.height)
  for (let row = 0; row < region.height; row++) {
    const from = 3 * ((region.top + row) * width + region.left)
    cropped.set(data.subarray(from, from + 3 * region.width), 3 * row * region.width)
  }
  return { width: region.width, height: region.height, data: cropped }
}

/** The guesses for one place, worthiest first: seeds that mean the same document and no part of a neighbour. */
export function guessesFor(place: Seed, places: readonly Seed[], seeds: readonly Seed[]): WorkQuad[] {
  const others = places.filter((other) => other !== place)
  const own = [place, ...seeds].filter(
    (seed) => meansSame(seed, place) && !others.some((other) => areOver(other.quad, seed.quad)),
  )
  return pickDistinct(own, guessesMax, (a, b) => quadIou(a.quad, b.quad) > sameGuessIou).map(
    ({ quad }) => quad,
  )
}

/** Whether a seed is a guess for a place. */
export function meansSame(seed: Seed, place: Seed): boolean {
  return quadIou(seed.quad, place.quad) >= samePlaceIou
}

type Surroundings = {
  readonly region: Region
  /** The region's pixels, and what the network sees in them. */
  readonly crop: RgbImage
  readonly look: NetworkLook
  readonly operators: Operators
}

/**
 * The best guess for a place, judged as if its surroundings were a photograph of their own.
 * @returns null where the ranking finds none of the guesses, or nothing at the place
 */
export function judgedAt(
  place: WorkQuad,
  guesses: readonly WorkQuad[],
  { region, crop, look, operators }: Surroundings,
): Judged | null {
  const moved = (quad: WorkQuad, by: 1 | -1) =>
    quad.map(([x, y]) => [x + by * region.left, y + by * region.top]) as unknown as WorkQuad
  const scene = createScene(crop, { operators, debug: null, look })
  const candidates: Candidate[] = [
    ...guesses.map((quad) => ({ quad: moved(quad, -1), sources: ['paper-regions'], wholeFrame: false })),
    ...look.sightings
      .flatMap(({ quad, fitted }) => [quad, fitted])
      .map((quad) => ({ quad, sources: ['network'], wholeFrame: false })),
    frameCandidate(crop),
  ]
  const features = measureAll(scene, candidates)
  const found = candidates
    // The guess's own corners, not the network's: these are as coarse as this small picture.
    .map((candidate, i) => ({ ...judge(candidate, features[i]!, look), quad: moved(candidate.quad, 1) }))
    .filter(
      ({ wholeFrame, quad }) => !wholeFrame && quadArea(quad) > 0 && quadIou(quad, place) > samePlaceIou,
    )
  // By score alone: the bonus that the network has elsewhere would go to those corners.
  return found.toSorted((a, b) => b.score - a.score)[0] ?? null
}
