import { quadIou } from '@equerre/geometry/quad'
import { confidenceOf } from './confidence.ts'
import { measureFeatures, type Features } from './features.ts'
import { isPartOfAnother } from './nesting.ts'
import { refineSides } from './refine.ts'
import { proposeCandidates, type Candidate, type Scene } from './sources.ts'

export type Judged = Candidate & { readonly features: Features; readonly confidence: number }

/** The same quad refined from several starts is kept once. */
const sameQuadIou = 0.995

/** Every source's guess, with its sides moved to the nearest edge as a rival, and the features of each. */
export function judgeCandidates(scene: Scene): Judged[] {
  const proposed = proposeCandidates(scene)
  const all = [...proposed, ...refinedCopies(scene, proposed)]
  const measured = all.map((candidate) => ({
    ...candidate,
    features: measureFeatures(scene, candidate, all),
  }))
  const nested = measured.map(({ features, ...candidate }) => ({
    ...candidate,
    supportMin: features.supportMin,
  }))
  return measured.map((candidate, i) => {
    const outermost = candidate.wholeFrame || isPartOfAnother(nested[i]!, nested) ? 0 : 1
    const features = { ...candidate.features, outermost }
    return { ...candidate, features, confidence: confidenceOf(features) }
  })
}

/** The best candidate first. */
export function rankCandidates(scene: Scene): Judged[] {
  return judgeCandidates(scene).toSorted((a, b) => b.confidence - a.confidence)
}

function refinedCopies(scene: Scene, proposed: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of proposed) {
    const quad = candidate.wholeFrame ? null : refineSides(scene.gray, candidate.quad)
    if (!quad || kept.some((other) => quadIou(other.quad, quad) > sameQuadIou)) continue
    kept.push({ ...candidate, quad })
  }
  return kept
}
