import type { Point } from '@equerre/geometry/point'
import { quadArea, quadFromCorners, quadIou, type Quad } from '@equerre/geometry/quad'
import type { Size, WorkPoint, WorkQuad } from '@equerre/geometry/spaces'
import { regionAround, type Region } from './input.ts'
import type { NetworkMaps } from './maps.ts'
import { piecesOf } from './pieces.ts'
import { quadsFromMaps } from './quads.ts'
import type { View } from './support.ts'

/** One run of the network: its maps, and three probabilities about the whole picture. */
export type NetworkAnswer = {
  readonly maps: NetworkMaps
  /** That there is a document. */
  readonly present: number
  /** That the picture is nothing but a page: a scan, or already cropped. */
  readonly fullFrame: number
  /** That there are several documents. */
  readonly several: number
}

/** A document as the network sees it, in work pixels, and the same with its sides fitted to the inside map. */
export type Sighting = { readonly quad: WorkQuad; readonly fitted: WorkQuad; readonly score: number }

/** What the network makes of a picture, best sighting first, and of a closer look at it if there was one. */
export type NetworkLook = Omit<NetworkAnswer, 'maps'> & {
  /** In how many separate pieces it sees the insides of documents. */
  readonly pieces: number
  readonly sightings: readonly Sighting[]
  readonly closer: Sighting | null
  /** What it saw of the whole picture, to be asked about what others propose. */
  readonly view: View
}

/** All sightings, starting with the closer look's, which is more exact. */
export function sightingsOf(look: NetworkLook | null): readonly Sighting[] {
  return look?.closer ? [look.closer, ...look.sightings] : (look?.sightings ?? [])
}

/** Smaller pieces of the inside map are noise. */
const pieceCellsMin = 8
/** From this probability on, or less where the insides lie in two pieces, several documents are looked for. */
const severalMin = 0.5
const severalInPiecesMin = 0.2
const piecesMin = 3

/** What an answer says of the picture, with its sightings; `toInput` maps points from the work image to the network's input. */
export function lookFrom(
  { maps, present, fullFrame, several }: NetworkAnswer,
  toInput: View['toInput'],
  { sightings, closer }: Pick<NetworkLook, 'sightings' | 'closer'>,
): NetworkLook {
  const pieces = piecesOf(maps).filter(({ length }) => length >= pieceCellsMin).length
  return { present, fullFrame, several, pieces, sightings, closer, view: { maps, toInput } }
}

/** Whether a picture may show several documents, so that looking for them is worth its cost. */
export function showsSeveral({ several, pieces }: Pick<NetworkLook, 'several' | 'pieces'>): boolean {
  return several >= severalMin || pieces >= piecesMin || (pieces > 1 && several >= severalInPiecesMin)
}

/** The closer look covers the document plus a margin of this share of its longer extent. */
const marginShare = 0.12
/** A document larger than this share of the picture gains nothing from a closer look. */
const regionShareMax = 0.7
const regionPxMin = 32
const agreeingIou = 0.85
const scoreLossMax = 0.12

/** Decodes an answer; `toWork` maps points from the network's input to the work image. */
export function sightingsIn({ maps }: NetworkAnswer, toWork: (point: Point) => WorkPoint): Sighting[] {
  return quadsFromMaps(maps).map(({ quad, fitted, score }) => ({
    quad: quadOnWork(quad, toWork),
    fitted: quadOnWork(fitted, toWork),
    score,
  }))
}

function quadOnWork([a, b, c, d]: Quad, toWork: (point: Point) => WorkPoint): WorkQuad {
  // Reordered, since a landscape picture was turned for the network.
  return quadFromCorners([toWork(a), toWork(b), toWork(c), toWork(d)])
}

/** The region for a closer look at a sighting, in work pixels; null when it is not worthwhile. */
export function closerRegion({ quad }: Sighting, image: Size): Region | null {
  const region = regionAround(quad, marginShare, image)
  const large = region.width * region.height > regionShareMax * image.width * image.height
  return large || Math.min(region.width, region.height) < regionPxMin ? null : region
}

/** The sighting of the closer look that matches the first and scores hardly less, or null. */
export function sightedAgain(first: Sighting, closer: readonly Sighting[]): Sighting | null {
  const alike = closer.filter(({ quad }) => quadArea(quad) > 0 && quadIou(quad, first.quad) > agreeingIou)
  const best = alike.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score > first.score - scoreLossMax ? best : null
}
