import { pointDistance, type Point } from '@equerre/geometry/point'
import { quadArea, quadIou, quadSideLengths } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import { histogram, quantile, type RgbImage } from '../pixels.ts'
import { profileSide, toneDifference, toneSize, type SideProfile, type Tone } from './side-profile.ts'
import type { Candidate, Scene } from './sources.ts'

/**
 * What the ranking knows of a candidate. Every number lies in 0 to 1 (`brighter` in −1 to 1) and is made so that more
 * means better; those of the whole frame are 0 for quads and the other way round.
 */
export const featureNames = [
  'quad',
  'supportMean',
  'supportMin',
  'sameSenseMin',
  'contrastMean',
  'contrastMin',
  'brighter',
  'area',
  'rightAngles',
  'parallel',
  'inFrame',
  'agreement',
  'insideAlike',
  'outsideAlike',
  'outermost',
  'framePaper',
] as const
export type FeatureName = (typeof featureNames)[number]
export type Features = Readonly<Record<FeatureName, number>>

const none = Object.fromEntries(featureNames.map((name) => [name, 0])) as Features

/** Two sources agree on a quad from this IoU on. */
const agreementIou = 0.94

/** Measures one candidate against the picture and against what the other sources said. */
export function measureFeatures(scene: Scene, candidate: Candidate, all: readonly Candidate[]): Features {
  if (candidate.wholeFrame) return { ...none, framePaper: framePaper(scene) }
  const { quad } = candidate
  const { image } = scene
  const sides = quad.map((corner, i) => profileSide(image, corner, quad[(i + 1) % 4]!))
  const judged = sides.filter(({ visible }) => visible > 0)
  const [top, right, bottom, left] = quadSideLengths(quad)
  return {
    ...none,
    quad: 1,
    ...sideFeatures(judged),
    area: Math.sqrt(quadArea(quad) / (image.width * image.height)),
    rightAngles: 1 - Math.max(...quad.map((_, i) => cornerCosine(quad, i))),
    parallel: Math.min(top / bottom, bottom / top) * Math.min(left / right, right / left),
    inFrame: judged.length / 4,
    agreement: agreement(candidate, all),
  }
}

function sideFeatures(judged: readonly SideProfile[]): Partial<Features> {
  if (judged.length === 0) return {}
  const mean = (of: (side: SideProfile) => number) =>
    judged.reduce((sum, side) => sum + of(side), 0) / judged.length
  const least = (of: (side: SideProfile) => number) => Math.min(...judged.map(of))
  const contrast = ({ contrast }: SideProfile) => Math.min(1, contrast / 60)
  return {
    supportMean: mean(({ support }) => support),
    supportMin: least(({ support }) => support),
    sameSenseMin: least(({ sameSense }) => sameSense),
    contrastMean: mean(contrast),
    contrastMin: least(contrast),
    insideAlike: alike(judged.map(({ inside }) => inside)),
    outsideAlike: alike(judged.map(({ outside }) => outside)),
    brighter: Math.max(-1, Math.min(1, mean(({ step }) => step[0]) / 60)),
  }
}

/** 1 when all tones are one, 0 when two of them differ by half the range: paper is one tone, and so is most of a table. */
function alike(tones: readonly Tone[]): number {
  const apart = tones.flatMap((a) => tones.map((b) => toneSize(toneDifference(a, b))))
  return 1 - Math.min(1, Math.max(...apart) / 128)
}

/** Share of the other sources that propose nearly the same quad, refined copies not counted. */
function agreement(candidate: Candidate, all: readonly Candidate[]): number {
  const others = new Set(
    all.filter((other) => !other.wholeFrame && other.source !== candidate.source).map((o) => o.source),
  )
  const agreeing = new Set(
    all
      .filter((other) => others.has(other.source) && quadIou(other.quad, candidate.quad) > agreementIou)
      .map(({ source }) => source),
  )
  return Math.min(1, agreeing.size / 4)
}

/** Absolute cosine of the angle at a corner: 0 for a right angle. */
function cornerCosine(quad: WorkQuad, i: number): number {
  const corner = quad[i]!
  const before = quad[(i + 3) % 4]!
  const after = quad[(i + 1) % 4]!
  const dot =
    (before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1])
  return Math.abs(dot) / (pointDistance(corner, before) * pointDistance(corner, after))
}

/**
 * How much the frame's border looks like the picture's own paper: share of border pixels that are as light as the
 * picture's lighter half and nearly colourless. Near 1 for a flat scan, near 0 for a page on a table.
 */
function framePaper({ gray, chroma }: Scene): number {
  const { width, height } = gray
  const paper = quantile(histogram(gray), 0.75)
  const border = borderPixels({ width, height })
  const alike = border.filter(([column, row]) => {
    const at = row * width + column
    return Math.abs(gray.data[at]! - paper) < 22 && chroma.data[at]! < 70
  })
  return paper < 120 ? 0 : alike.length / border.length
}

function borderPixels({ width, height }: Pick<RgbImage, 'width' | 'height'>): Point[] {
  const inset = Math.round(Math.max(width, height) / 100)
  const columns = Array.from({ length: width }, (_, column): Point[] => [
    [column, inset],
    [column, height - 1 - inset],
  ])
  const rows = Array.from({ length: height }, (_, row): Point[] => [
    [inset, row],
    [width - 1 - inset, row],
  ])
  return [...columns, ...rows].flat()
}
