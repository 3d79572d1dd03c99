import { pointDistance } from '@equerre/geometry/point'
import { polygonShared } from '@equerre/geometry/polygon'
import { quadArea, quadIou, quadSideLengths, type Quad } from '@equerre/geometry/quad'
import type { Size, WorkQuad } from '@equerre/geometry/spaces'
import { cellsOf, contentsOf, type Cells } from './cells.ts'
import { sightingsOf, type NetworkLook } from '../network/look.ts'
import { supportIn } from '../network/support.ts'
import { viewThroughPinhole } from '../pinhole.ts'
import type { Scene } from '../scene.ts'
import { profileSide, toneDifference, toneSize, type SideProfile, type Tone } from './side-profile.ts'
import type { Candidate } from '../propose/sources.ts'

/** What the ranking knows of a candidate, by name. A source that knows more adds names of its own. */
export type Features = Readonly<Record<string, number>>

type Measured = { readonly candidate: Candidate; readonly own: Features }

/** At or above this IoU two sources agree on a quad. */
const agreementIou = 0.93
/** At or above this IoU a sighting of the network is of this zone. */
const sightedIou = 0.7
/** An enclosed quad lies inside the other with at least this share of its area. */
const enclosedShare = 0.96
const largerBy = 1.08
/** Corners closer than this share of the quad's size count as shared. */
const sharedCorner = 0.05

/** Measures every candidate against the picture and the others; results in the same order. */
export function measureAll(scene: Scene, candidates: readonly Candidate[]): Features[] {
  const cells = cellsOf(scene.channels)
  const measured = candidates.map((candidate) => ({ candidate, own: measureOne(scene, cells, candidate) }))
  const clearest = Math.max(
    0,
    ...measured.map(({ candidate, own }) => (candidate.wholeFrame ? 0 : (own['supportMin'] ?? 0))),
  )
  return measured.map((one) => ({ ...one.own, ...compare(one, measured), clearest }))
}

function measureOne(scene: Scene, cells: Cells, { quad, wholeFrame, sources }: Candidate): Features {
  const { image } = scene
  const sides = quad.map((corner, i) => profileSide(image, corner, quad[(i + 1) % 4]!))
  const seen = sides.filter(({ visible }) => visible > 0)
  const reduced = quad.map(([x, y]) => [x / scene.reduction, y / scene.reduction]) as unknown as Quad
  return {
    wholeFrame: wholeFrame ? 1 : 0,
    sides: seen.length,
    byRegion: sources.some((name) => name.includes('region') || name.includes('border')) ? 1 : 0,
    byLines: sources.includes('lines') ? 1 : 0,
    ...sideFeatures(seen),
    ...contentsOf(cells, reduced),
    ...shapeFeatures(quad, scene),
    ...networkFeatures(quad, scene.look),
  }
}

/** What the network says about a zone and about the picture; all 0 where it was not asked. */
function networkFeatures(quad: WorkQuad, look: NetworkLook | null): Features {
  if (!look) return {}
  const nearest = sightingsOf(look)
    .map(({ quad: own, fitted, score }) => ({
      iou: Math.max(quadIou(own, quad), quadIou(fitted, quad)),
      score,
    }))
    .toSorted((a, b) => b.iou - a.iou)[0] ?? { iou: 0, score: 0 }
  return {
    networkAsked: 1,
    networkIou: nearest.iou,
    networkScore: nearest.iou > sightedIou ? nearest.score : 0,
    networkBest: look.sightings[0]?.score ?? 0,
    networkPresent: look.present,
    networkFullFrame: look.fullFrame,
    networkSeveral: look.several,
    ...supportFeatures(quad, look),
  }
}

/** How well the maps carry a zone, whoever proposed it. */
function supportFeatures(quad: WorkQuad, { view }: NetworkLook): Features {
  const { corner, cornerMin, side, sideMin, inside } = supportIn(view, quad)
  return {
    networkCorner: corner,
    networkCornerMin: cornerMin,
    networkSide: side,
    networkSideMin: sideMin,
    networkInside: inside,
  }
}

function sideFeatures(sides: readonly SideProfile[]): Features {
  if (sides.length === 0) return {}
  const sorted = (of: (side: SideProfile) => number) => sides.map(of).toSorted((a, b) => a - b)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const support = sorted((side) => side.support)
  const sense = sorted((side) => side.sameSense)
  const contrast = sorted((side) => side.contrast)
  const clarity = sorted((side) => side.clarity)
  const steps = sorted((side) => side.step[0])
  const textureIn = sorted((side) => side.textureInside)
  const textureOut = sorted((side) => side.textureOutside)
  return {
    visible: mean(sides.map((side) => side.visible)),
    supportMin: support[0]!,
    supportSecond: support[1] ?? support[0]!,
    supportMean: mean(support),
    senseMin: sense[0]!,
    senseMean: mean(sense),
    contrastMin: contrast[0]!,
    contrastMean: mean(contrast),
    clarityMin: clarity[0]!,
    clarityMean: mean(clarity),
    stepMin: steps[0]!,
    stepMax: steps.at(-1)!,
    edgeTextureInside: mean(textureIn),
    edgeTextureInsideMax: textureIn.at(-1)!,
    edgeTextureOutside: mean(textureOut),
    edgeTextureOutsideMin: textureOut[0]!,
    insideSpread: spread(sides.map((side) => side.inside)),
    outsideSpread: spread(sides.map((side) => side.outside)),
  }
}

/** Largest difference between two of the tones: paper is one tone, and so is most of a table. */
function spread(tones: readonly Tone[]): number {
  return Math.max(...tones.flatMap((a) => tones.map((b) => toneSize(toneDifference(a, b)))))
}

function shapeFeatures(quad: WorkQuad, { image, focal }: Scene): Features {
  const { skew, ratio, facing } = viewThroughPinhole(quad, image, focal)
  const [top, right, bottom, left] = quadSideLengths(quad)
  const x = quad.reduce((sum, [at]) => sum + at, 0) / 4 / image.width - 0.5
  const y = quad.reduce((sum, [, at]) => sum + at, 0) / 4 / image.height - 0.5
  return {
    area: quadArea(quad) / (image.width * image.height),
    skew,
    ratio,
    facing,
    parallel: Math.min(top / bottom, bottom / top, left / right, right / left),
    offCentre: Math.hypot(x, y),
    outside: Math.max(0, ...quad.map((corner) => outsideBy(corner, image))),
    alongFrame: quad.filter((corner, i) => isAlongFrame(corner, quad[(i + 1) % 4]!, image)).length,
  }
}

/** How far a corner lies outside the frame, as a share of the long side. */
function outsideBy([x, y]: readonly [number, number], { width, height }: Size): number {
  return Math.max(-x, -y, x - width, y - height) / Math.max(width, height)
}

/** Whether a side runs along the frame, within a hundredth. */
function isAlongFrame(
  a: readonly [number, number],
  b: readonly [number, number],
  { width, height }: Size,
): boolean {
  const near = (value: number, extent: number) => value < extent * 0.01 || value > extent * 0.99
  return (
    (near(a[0], width) && near(b[0], width) && Math.abs(a[0] - b[0]) < width / 2) ||
    (near(a[1], height) && near(b[1], height) && Math.abs(a[1] - b[1]) < height / 2)
  )
}

/** What the other candidates say: which agree, which enclose this one, and whether it is only a part of one of those. */
function compare({ candidate, own }: Measured, all: readonly Measured[]): Features {
  const area = quadArea(candidate.quad)
  const others = all
    .filter((other) => other.candidate !== candidate && !other.candidate.wholeFrame)
    .map(({ candidate: { quad, sources }, own: { supportMin = 0 } }) => {
      const shared = polygonShared(candidate.quad, quad)
      return { quad, sources, supportMin, area: quadArea(quad), shared }
    })
  const agreeing = others.filter((other) => other.shared > agreementIou * (area + other.area - other.shared))
  const holders = others.filter(
    (other) => other.area > area * largerBy && other.shared > enclosedShare * area,
  )
  const held = others.filter(
    (other) => area > other.area * largerBy && other.shared > enclosedShare * other.area,
  )
  const reach = sharedCorner * Math.sqrt(area)
  const wholes = holders.filter(({ quad }) => sharedCorners(candidate.quad, quad, reach) >= 2)
  const clearest = (some: readonly { supportMin: number }[]) =>
    Math.max(0, ...some.map((one) => one.supportMin))
  return {
    agreement: new Set([...candidate.sources, ...agreeing.flatMap(({ sources }) => sources)]).size,
    holder: clearest(holders),
    holding: clearest(held),
    partOf: clearest(wholes),
    clearer: (own['supportMin'] ?? 0) - clearest(holders),
  }
}

function sharedCorners(a: WorkQuad, b: WorkQuad, reach: number): number {
  return a.filter((corner) => b.some((own) => pointDistance(corner, own) < reach)).length
}
