import { quadArea, quadIou, quadIsClockwiseConvex, type Quad } from '@equerre/geometry/quad'
import { quadInPixels, wholeFrame, type Size, type WorkPoint, type WorkQuad } from '@equerre/geometry/spaces'
import type { RgbImage } from '../../pixels.ts'
import { pickDistinct } from '../pick-distinct.ts'
import { findEdgePoints } from './edge-points.ts'
import { quadsBetweenLines } from './line-quads.ts'
import { findLines } from './lines.ts'
import { sightingsOf } from '../network/look.ts'
import { quadsAtEdges, quadsOfRegions, quadsUnlikeBorder } from './regions.ts'
import type { Scene } from '../scene.ts'

/** A quad in work pixels, clockwise convex, and the names of the sources that proposed it. */
export type Candidate = {
  readonly quad: WorkQuad
  readonly sources: readonly string[]
  readonly wholeFrame: boolean
}

/** The guesses for a picture, and every outline that its regions have, of any size, in no order. */
type Proposal = { readonly candidates: readonly Candidate[]; readonly outlines: readonly WorkQuad[] }

type Source = { readonly name: string; readonly propose: (scene: Scene) => WorkQuad[] }

const areaShareMin = 0.03
/** Corners may lie this share of the frame outside it: pages are often cut off a little. */
const outsideMax = 0.12
const perSourceMax = 6
const lineQuadsMax = 16
/** A quad this close to the frame adds nothing to it. */
const frameIou = 0.97
/** Quads this similar count as one guess. */
const sameIou = 0.975

/** Every way of guessing a document. A new one is added here, and the same ranking judges it. */
const sources: readonly Source[] = [
  { name: 'light-edges', propose: onChannels((scene) => quadsAtEdges(scene, scene.channels.light, 'light')) },
  {
    name: 'chroma-edges',
    propose: onChannels((scene) => quadsAtEdges(scene, scene.channels.chroma, 'chroma')),
  },
  { name: 'paper-edges', propose: onChannels((scene) => quadsAtEdges(scene, scene.paper, 'paper')) },
  { name: 'paper-regions', propose: onChannels((scene) => quadsOfRegions(scene, scene.paper, 'paper')) },
  {
    name: 'chroma-regions',
    propose: onChannels((scene) => quadsOfRegions(scene, scene.channels.chroma, 'chroma')),
  },
  { name: 'unlike-border', propose: onChannels(quadsUnlikeBorder) },
  { name: 'lines', propose: onChannels(quadsOfLines) },
  { name: 'network', propose: ({ look }) => sightingsOf(look).map(({ quad }) => quad) },
  { name: 'network-sides', propose: ({ look }) => sightingsOf(look).map(({ fitted }) => fitted) },
]

/** All guesses for a picture, with similar ones merged and the whole frame last. */
export function proposeCandidates(scene: Scene): Proposal {
  const kept: { quad: WorkQuad; sources: string[]; wholeFrame: boolean }[] = []
  const outlines: WorkQuad[] = []
  for (const { name, propose } of sources) {
    const proposed = propose(scene)
    if (name !== 'lines') outlines.push(...proposed)
    const plausible = proposed.filter((quad) => isPlausible(quad, scene.image))
    const own = name === 'lines' ? plausible.slice(0, lineQuadsMax) : largestOf(plausible)
    for (const quad of own) {
      const known = kept.find((other) => quadIou(other.quad, quad) > sameIou)
      if (!known) kept.push({ quad, sources: [name], wholeFrame: false })
      else if (!known.sources.includes(name)) known.sources.push(name)
    }
  }
  return { candidates: [...kept, frameCandidate(scene.image)], outlines }
}

/** The whole frame as a guess. */
export function frameCandidate(image: Size): Candidate {
  return { quad: quadInPixels<WorkPoint>(wholeFrame, image), sources: ['frame'], wholeFrame: true }
}

/** Quads between lines of the picture's colours and of its paper without the text. */
function quadsOfLines({ channels, paper, focal }: Scene): Quad[] {
  const { light, redGreen, yellowBlue } = channels
  const lines = [[light, redGreen, yellowBlue], [paper]].flatMap((seen) =>
    findLines(findEdgePoints(seen), light),
  )
  return quadsBetweenLines(lines, light, focal)
}

/** A source that guesses in channel pixels. */
function onChannels(propose: (scene: Scene) => Quad[]): Source['propose'] {
  return (scene) =>
    propose(scene).map(
      (quad) => quad.map(([x, y]) => [x * scene.reduction, y * scene.reduction]) as unknown as WorkQuad,
    )
}

function isPlausible(quad: WorkQuad, image: RgbImage): boolean {
  if (!quadIsClockwiseConvex(quad)) return false
  const { width, height } = image
  const near = quad.every(([x, y]) => isNear(x, width) && isNear(y, height))
  const large = quadArea(quad) > areaShareMin * width * height
  return near && large && quadIou(quad, quadInPixels<WorkPoint>(wholeFrame, image)) < frameIou
}

function isNear(value: number, extent: number): boolean {
  return value > -outsideMax * extent && value < (1 + outsideMax) * extent
}

/** The largest quads, without near duplicates. */
function largestOf(quads: readonly WorkQuad[]): WorkQuad[] {
  const ranked = quads.toSorted((a, b) => quadArea(b) - quadArea(a))
  return pickDistinct(ranked, perSourceMax, (one, other) => quadIou(one, other) >= sameIou)
}
