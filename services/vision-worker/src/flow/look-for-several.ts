import { documentsMax } from '@equerre/contract/detourage'
import type { CornerModel } from '../adapters/corner-model.ts'
import { isLikelyBeside } from '../core/detect/answer/decide.ts'
import type { Finding } from '../core/detect/find.ts'
import type { Judged } from '../core/detect/judge/judge.ts'
import { networkInput } from '../core/detect/network/input.ts'
import { lookFrom, sightingsIn, type NetworkLook } from '../core/detect/network/look.ts'
import type { Operators } from '../core/detect/operators.ts'
import { withBand } from '../core/detect/several/grow.ts'
import { croppedTo, guessesFor, judgedAt, meansSame, regionOf } from '../core/detect/several/judge-place.ts'
import { areOver, placesAmong, weighedSeeds, type Seed } from '../core/detect/several/places.ts'
import { seedsAmong } from '../core/detect/several/seeds.ts'
import { withoutShadow } from '../core/detect/several/shrink.ts'
import { joinedMaps, tilesOf, type SeenTile } from '../core/detect/several/tiles.ts'
import { snapSides } from '../core/detect/sides/snap-sides.ts'
import type { RgbImage } from '../core/pixels.ts'

type Tools = { readonly model: CornerModel; readonly operators: Operators }

/** A place whose best guess is dropped may have hidden better ones; so often it is worth looking at those. */
const roundsMax = 2

/**
 * Looks for documents beside each other: the network in overlapping tiles says where, one more run for each place what its
 * quad is. Some 6 ms of CPU a run.
 * @returns those likely, best first
 */
export async function lookForSeveral(
  image: RgbImage,
  { ranked, outlines }: Pick<Finding, 'ranked' | 'outlines'>,
  tools: Tools,
): Promise<Judged[]> {
  const joined = joinedMaps(await lookAtTiles(image, tools.model), image)
  const known = ranked.filter(({ wholeFrame }) => !wholeFrame).map(({ quad }) => quad)
  let seeds = weighedSeeds(seedsAmong([...known, ...outlines], joined, image), joined, image)
  const found = new Map<Seed, Judged>()
  for (let round = 0; round < roundsMax; round++) {
    const places = placesAmong(seeds, documentsMax, [...found.keys()])
    const dropped: Seed[] = []
    for (const place of places) {
      if (found.has(place)) continue
      const judged = await judgePlace(place, { image, places, seeds }, tools)
      if (judged && isLikelyBeside(judged)) found.set(place, judged)
      else dropped.push(place)
    }
    if (dropped.length === 0) break
    seeds = seeds.filter((seed) => !dropped.some((place) => meansSame(seed, place)))
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score)
}

async function judgePlace(
  place: Seed,
  { image, places, seeds }: { image: RgbImage; places: readonly Seed[]; seeds: readonly Seed[] },
  { model, operators }: Tools,
): Promise<Judged | null> {
  const region = regionOf(place.quad, image)
  const crop = croppedTo(image, region)
  const look = await lookOnce(crop, model)
  const guesses = guessesFor(place, places, seeds)
  const judged = judgedAt(place.quad, guesses, { region, crop, look, operators })
  if (!judged) return null
  const others = places.filter((other) => other !== place)
  const isFree = (quad: Judged['quad']) => !others.some((other) => areOver(other.quad, quad))
  const exact = withoutShadow(image, snapSides(image, judged.quad).quad)
  return { ...judged, quad: withBand(image, exact, isFree) }
}

async function lookAtTiles(image: RgbImage, model: CornerModel): Promise<SeenTile[]> {
  const seen: SeenTile[] = []
  for (const region of tilesOf(image)) {
    const { planes, toInput } = networkInput(image, region, model.input)
    const { maps } = await model.run(planes)
    seen.push({ region, maps, toInput })
  }
  return seen
}

async function lookOnce(image: RgbImage, model: CornerModel): Promise<NetworkLook> {
  const { width, height } = image
  const { planes, toWork, toInput } = networkInput(image, { left: 0, top: 0, width, height }, model.input)
  const answer = await model.run(planes)
  return lookFrom(answer, toInput, { sightings: sightingsIn(answer, toWork), closer: null })
}
