import type { Point } from '@equerre/geometry/point'
import { quadArea, quadFromCorners, quadIou, type Quad } from '@equerre/geometry/quad'
import type { Size, WorkPoint, WorkQuad } from '@equerre/geometry/spaces'
import type { Region } from './input.ts'
import type { NetworkMaps } from './maps.ts'
import { quadsFromMaps } from './quads.ts'

/** One run of the network: its maps, and three probabilities about the picture as a whole. */
export type NetworkAnswer = {
  readonly maps: NetworkMaps
  /** A document is there. */
  readonly present: number
  /** The picture is nothing but a page: a scan, or cropped already. */
  readonly fullFrame: number
  /** There are several documents. */
  readonly several: number
}

/** A document as the network sees it in the work image, and the same with its sides fitted to the inside map. */
export type Sighting = { readonly quad: WorkQuad; readonly fitted: WorkQuad; readonly score: number }

/** What the network makes of a picture, the best sighting first, and of a closer look at it if there was one. */
export type NetworkLook = Omit<NetworkAnswer, 'maps'> & {
  readonly sightings: readonly Sighting[]
  readonly closer: Sighting | null
}

/** All sightings, the closer look's first: it is the more exact one. */
export function sightingsOf(look: NetworkLook | null): readonly Sighting[] {
  return look?.closer ? [look.closer, ...look.sightings] : (look?.sightings ?? [])
}

/** The closer look takes the document and this share of its longer extent around it. */
const marginShare = 0.12
/** A document that takes more than this share of the picture is seen no better from closer. */
const regionShareMax = 0.7
const regionPxMin = 32
const agreeingIou = 0.85
const scoreLossMax = 0.12

/** Decodes an answer; `toWork` takes points of the network's input to the work image. */
export function sightingsIn({ maps }: NetworkAnswer, toWork: (point: Point) => WorkPoint): Sighting[] {
  return quadsFromMaps(maps).map(({ quad, fitted, score }) => ({
    quad: quadOnWork(quad, toWork),
    fitted: quadOnWork(fitted, toWork),
    score,
  }))
}

function quadOnWork([a, b, c, d]: Quad, toWork: (point: Point) => WorkPoint): WorkQuad {
  // In order anew: a lying picture was turned for the network.
  return quadFromCorners([toWork(a), toWork(b), toWork(c), toWork(d)])
}

/** The part of the picture that a closer look at a sighting takes, in work pixels, or null when it is not worth while. */
export function closerRegion({ quad }: Sighting, image: Size): Region | null {
  const xs = quad.map(([x]) => x)
  const ys = quad.map(([, y]) => y)
  const margin = marginShare * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  const left = Math.floor(Math.max(Math.min(...xs) - margin, 0))
  const top = Math.floor(Math.max(Math.min(...ys) - margin, 0))
  const width = Math.ceil(Math.min(Math.max(...xs) + margin, image.width)) - left
  const height = Math.ceil(Math.min(Math.max(...ys) + margin, image.height)) - top
  const large = width * height > regionShareMax * image.width * image.height
  return large || Math.min(width, height) < regionPxMin ? null : { left, top, width, height }
}

/** Of what a closer look shows, the sighting that is the first one again and hardly less sure, or null. */
export function sightedAgain(first: Sighting, closer: readonly Sighting[]): Sighting | null {
  const alike = closer.filter(({ quad }) => quadArea(quad) > 0 && quadIou(quad, first.quad) > agreeingIou)
  const best = alike.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score > first.score - scoreLossMax ? best : null
}
