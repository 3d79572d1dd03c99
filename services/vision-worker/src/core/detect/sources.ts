import { quadArea, quadIou } from '@equerre/geometry/quad'
import { quadInPixels, wholeFrame, type WorkPoint, type WorkQuad } from '@equerre/geometry/spaces'
import type { DebugPictures } from '../debug.ts'
import {
  chromaFromRgb,
  grayFromRgb,
  histogram,
  otsuThreshold,
  quantile,
  thresholded,
  type GrayImage,
  type RgbImage,
} from '../pixels.ts'
import { quadAroundContour } from './contour-quad.ts'
import type { NetworkLook, Sighting } from './network-look.ts'
import type { Operators } from './operators.ts'

/** A quad that some source believes in. */
export type Candidate = { readonly quad: WorkQuad; readonly source: string; readonly wholeFrame: boolean }

/** What every source sees: the small picture, its channels, and the tools. */
export type Scene = {
  readonly image: RgbImage
  readonly gray: GrayImage
  readonly chroma: GrayImage
  readonly operators: Operators
  readonly debug: DebugPictures
  /** What the network sees, where it was asked. */
  readonly look?: NetworkLook | null | undefined
}

type Source = { readonly name: string; readonly propose: (scene: Scene) => WorkQuad[] }

/** Closing by this share of the long side swallows text, so that a page becomes one region. */
const inkShare = 1 / 40
const areaShareMin = 0.03
/** A corner may lie this share of the frame outside: pages are often cut off a little. */
const outsideMax = 0.12
const perSourceMax = 6
/** A quad this much like the frame says nothing else than the frame does. */
const frameIou = 0.97

/** Every way of guessing a document. A new one is added here and judged by the same ranking. */
const sources: readonly Source[] = [
  { name: 'gray-edges', propose: (scene) => quadsAtEdges(scene, scene.gray, 'gray-edges') },
  { name: 'chroma-edges', propose: (scene) => quadsAtEdges(scene, scene.chroma, 'chroma-edges') },
  { name: 'paper-edges', propose: (scene) => quadsAtEdges(scene, withoutInk(scene), 'paper-edges') },
  { name: 'gray-regions', propose: (scene) => quadsOfRegions(scene, withoutInk(scene), 'gray-regions') },
  { name: 'chroma-regions', propose: (scene) => quadsOfRegions(scene, scene.chroma, 'chroma-regions') },
  { name: 'network', propose: ({ look }) => sightingsOf(look).map(({ quad }) => quad) },
  { name: 'network-sides', propose: ({ look }) => sightingsOf(look).map(({ fitted }) => fitted) },
]

/** Prepares the channels that sources share. */
export function createScene(image: RgbImage, operators: Operators, debug: DebugPictures): Scene {
  const gray = operators.blur(grayFromRgb(image), 5)
  const chroma = operators.blur(chromaFromRgb(image), 7)
  debug?.('10-gray', gray)
  debug?.('11-chroma', chroma)
  return { image, gray, chroma, operators, debug }
}

/** All guesses for a picture, the whole frame last; quads in work pixels, clockwise convex. */
export function proposeCandidates(scene: Scene): Candidate[] {
  const found = sources.flatMap(({ name, propose }) =>
    largestApart(propose(scene).filter((quad) => isPlausible(quad, scene.image))).map((quad) => ({
      quad,
      source: name,
      wholeFrame: false,
    })),
  )
  return [
    ...found,
    { quad: quadInPixels<WorkPoint>(wholeFrame, scene.image), source: 'frame', wholeFrame: true },
  ]
}

function quadsAtEdges({ operators, debug }: Scene, channel: GrayImage, name: string): WorkQuad[] {
  // Thresholds from the picture itself: a fixed pair sees nothing on white paper and everything on fabric.
  const gradients = histogram(gradientOf(channel))
  return [0.96, 0.9, 0.8].flatMap((share) => {
    const high = Math.max(12, quantile(gradients, share) * 4)
    const edges = operators.edges(channel, { low: high * 0.4, high })
    const closed = operators.close(edges, 5)
    debug?.(`20-${name}-${share}`, closed)
    return quadsAround(operators.contours(closed))
  })
}

function quadsOfRegions({ operators, debug }: Scene, channel: GrayImage, name: string): WorkQuad[] {
  const counts = histogram(channel)
  const otsu = otsuThreshold(counts)
  // One threshold parts the picture in two; halving each side again finds a page among three tones.
  const upper = otsuThreshold(counts.map((count, value) => (value > otsu ? count : 0)))
  const lower = otsuThreshold(counts.map((count, value) => (value <= otsu ? count : 0)))
  return [otsu, upper, lower].flatMap((threshold) => {
    const mask = thresholded(channel, threshold)
    debug?.(`30-${name}-${threshold}`, mask)
    return quadsAround(operators.contours(mask))
  })
}

/** The closer look first: it is the more exact one. */
function sightingsOf(look: NetworkLook | null | undefined): Sighting[] {
  if (!look) return []
  return look.closer ? [look.closer, ...look.sightings] : [...look.sightings]
}

function withoutInk({ gray, operators }: Scene): GrayImage {
  const size = Math.round(Math.max(gray.width, gray.height) * inkShare)
  return operators.close(gray, size | 1)
}

function quadsAround(contours: ReturnType<Operators['contours']>): WorkQuad[] {
  return contours.map(quadAroundContour).filter((quad) => quad !== null)
}

/** Half the L1 gradient by central differences; borders stay 0. */
function gradientOf({ width, height, data }: GrayImage): GrayImage {
  const gradient = new Uint8Array(width * height)
  for (let row = 1; row < height - 1; row++) {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      const dx = Math.abs(data[at + 1]! - data[at - 1]!)
      const dy = Math.abs(data[at + width]! - data[at - width]!)
      gradient[at] = (dx + dy) >> 1
    }
  }
  return { width, height, data: gradient }
}

function isPlausible(quad: WorkQuad, image: RgbImage): boolean {
  const { width, height } = image
  const near = quad.every(([x, y]) => isNear(x, width) && isNear(y, height))
  const large = quadArea(quad) > areaShareMin * width * height
  return near && large && quadIou(quad, quadInPixels<WorkPoint>(wholeFrame, image)) < frameIou
}

function isNear(value: number, extent: number): boolean {
  return value > -outsideMax * extent && value < (1 + outsideMax) * extent
}

/** The largest quads, leaving out near copies. */
function largestApart(quads: WorkQuad[]): WorkQuad[] {
  const kept: WorkQuad[] = []
  for (const quad of quads.toSorted((a, b) => quadArea(b) - quadArea(a))) {
    if (kept.length === perSourceMax) break
    if (kept.every((other) => quadIou(other, quad) < 0.97)) kept.push(quad)
  }
  return kept
}
