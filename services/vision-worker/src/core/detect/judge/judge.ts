import { quadIou } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import type { Features } from '../measure/features.ts'
import { sightingsOf, type NetworkLook } from '../network/look.ts'
import type { Candidate } from '../propose/sources.ts'
import { confidenceAt, rankingScore } from './confidence.ts'

export type Judged = Candidate & {
  readonly features: Features
  readonly score: number
  readonly confidence: number
}

/** At or above this IoU a sighting of the network and a quad are the same zone. */
const sightedIou = 0.93

/** How good a candidate is relative to the others of its picture, and how likely it is right. */
export function judge(candidate: Candidate, features: Features, look: NetworkLook | null): Judged {
  const score = rankingScore(features)
  const confidence = confidenceAt(score, candidate.wholeFrame)
  const quad = candidate.wholeFrame ? candidate.quad : asSighted(candidate.quad, look)
  return { ...candidate, quad, features, score, confidence }
}

/**
 * The network's corners, where it sees the same zone. Its corners are the sheet's own, while a line fitted to a bent
 * side meets the next one elsewhere; the precision they lack is regained later on the preview.
 */
function asSighted(quad: WorkQuad, look: NetworkLook | null): WorkQuad {
  return sightingsOf(look).find((sighting) => quadIou(sighting.quad, quad) > sightedIou)?.quad ?? quad
}
