import { quadIou } from '@equerre/geometry/quad'
import { grayFromRgb, type GrayImage } from '../../pixels.ts'
import type { Candidate } from '../propose/sources.ts'
import type { Scene } from '../scene.ts'
import { refineSides } from './refine.ts'
import { profileSide } from './side-profile.ts'

/** Quads that refinement has brought this near are one. */
const sameQuadIou = 0.985

/** The candidates with their sides moved to the nearest edges where these support them no less; those that become one are one. */
export function sharpenAll(scene: Scene, candidates: readonly Candidate[]): Candidate[] {
  const gray = scene.operators.blur(grayFromRgb(scene.image), 3)
  return merged(candidates.map((candidate) => sharpened(scene, gray, candidate)))
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
