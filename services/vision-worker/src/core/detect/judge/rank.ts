import { quadIou } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import { grayFromRgb, type GrayImage } from '../../pixels.ts'
import { confidenceAt, rankingScore } from './confidence.ts'
import { measureAll, type Features } from '../measure/features.ts'
import { sightingsOf } from '../network/look.ts'
import { refineSides } from '../propose/refine.ts'
import type { Scene } from '../scene.ts'
import { profileSide } from '../measure/side-profile.ts'
import { proposeCandidates, type Candidate } from '../propose/sources.ts'

export type Judged = Candidate & {
  readonly features: Features
  readonly score: number
  readonly confidence: number
}

/** Quads that refinement has brought this near are one. */
const sameQuadIou = 0.985

/** From this IoU on a sighting of the network and a quad are the same zone. */
const sightedIou = 0.93

/** Every source's guess, with its sides moved to the nearest edge where that makes them clearer, and its features. */
export function judgeCandidates(scene: Scene): Judged[] {
  const gray = scene.operators.blur(grayFromRgb(scene.image), 3)
  const candidates = merged(proposeCandidates(scene).map((candidate) => sharpened(scene, gray, candidate)))
  const features = measureAll(scene, candidates)
  return candidates.map((candidate, i) => {
    const score = rankingScore(features[i]!)
    const quad = candidate.wholeFrame ? candidate.quad : asSighted(candidate.quad, scene)
    return {
      ...candidate,
      quad,
      features: features[i]!,
      score,
      confidence: confidenceAt(score, candidate.wholeFrame),
    }
  })
}

/** The best candidate first. */
export function rankCandidates(scene: Scene): Judged[] {
  return judgeCandidates(scene).toSorted((a, b) => b.score - a.score)
}

/**
 * The network's corners where it means the same zone. They are those of the sheet, while a line through a bent side
 * meets the next one elsewhere; what they lack in sharpness the preview gives them later.
 */
function asSighted(quad: WorkQuad, { look }: Scene): WorkQuad {
  return sightingsOf(look).find((sighting) => quadIou(sighting.quad, quad) > sightedIou)?.quad ?? quad
}

function sharpened(scene: Scene, gray: GrayImage, candidate: Candidate): Candidate {
  const quad = candidate.wholeFrame ? null : refineSides(gray, candidate.quad)
  return quad && supportOf(scene, quad) >= supportOf(scene, candidate.quad)
    ? { ...candidate, quad }
    : candidate
}

function supportOf({ image }: Scene, quad: Candidate['quad']): number {
  return quad.reduce((sum, corner, i) => sum + profileSide(image, corner, quad[(i + 1) % 4]!).support, 0)
}

function merged(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of candidates) {
    const known = kept.findIndex(({ quad }) => quadIou(quad, candidate.quad) > sameQuadIou)
    if (known < 0 || candidate.wholeFrame) kept.push(candidate)
    else
      kept[known] = {
        ...kept[known]!,
        sources: [...new Set([...kept[known]!.sources, ...candidate.sources])],
      }
  }
  return kept
}
