import { quadIou } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import type { Features } from '../measure/features.ts'
import { sightingsOf, type NetworkLook, type Sighting } from '../network/look.ts'
import type { Candidate } from '../propose/sources.ts'
import { confidenceAt, rankingScore } from './confidence.ts'

export type Judged = Candidate & {
  readonly features: Features
  readonly score: number
  readonly confidence: number
  /** Whether this is what the network takes for the document before all else. */
  readonly sighted: boolean
}

/** At or above this IoU a sighting of the network and a quad are the same zone. */
const sightedIou = 0.93

/** How good a candidate is relative to the others of its picture, and how likely it is right. */
export function judge(candidate: Candidate, features: Features, look: NetworkLook | null): Judged {
  const score = rankingScore(features)
  const confidence = confidenceAt(score, candidate.wholeFrame)
  const sighting = candidate.wholeFrame ? undefined : sightingOf(candidate.quad, look)
  return {
    ...candidate,
    quad: sighting?.quad ?? candidate.quad,
    features,
    score,
    confidence,
    sighted: sighting !== undefined && sighting === sightingsOf(look)[0],
  }
}

/**
 * What the network sees of the same zone. Its corners are the sheet's own, while a line fitted to a bent side meets the
 * next one elsewhere; the precision they lack is regained later on the preview.
 */
function sightingOf(quad: WorkQuad, look: NetworkLook | null): Sighting | undefined {
  return sightingsOf(look).find((sighting) => quadIou(sighting.quad, quad) > sightedIou)
}
