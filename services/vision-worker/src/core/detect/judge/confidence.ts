import type { Features } from '../measure/features.ts'
import { scoreOf, type Trees } from './trees.ts'
import model from './ranking-model.json' with { type: 'json' }

/** Scores and the logit of how often they were right, both rising. */
export type Calibration = readonly (readonly [score: number, logit: number])[]

const { calibration, ...trees } = model as unknown as Trees & { readonly calibration: Calibration }

/**
 * Zones on generated pictures are harder to find than on photographs: this logit is added to what was right of them. The
 * one number that photographs have set: of the evaluation folder 0.8 fits best, 0.3 to 1.0 when any one source is left
 * out. A whole frame takes none: a bare wall is as like a page there as here.
 */
const photographShift = 0.8

/** How good a candidate is beside the others of its picture: the higher the better, without limits. */
export function rankingScore(features: Features): number {
  return scoreOf(trees, features)
}

/** The probability that a candidate of this score is right to an IoU of 0.95. */
export function confidenceAt(score: number, wholeFrame: boolean, knots = calibration): number {
  return 1 / (1 + Math.exp(-calibrated(score, knots) - (wholeFrame ? 0 : photographShift)))
}

/** The logit between the nearest two knots; beyond the ends it goes on with the score's own slope. */
export function calibrated(score: number, knots: Calibration): number {
  const next = knots.findIndex(([at]) => at > score)
  const [first, last] = [knots[0]!, knots.at(-1)!]
  if (next === 0) return first[1] + score - first[0]
  if (next < 0) return last[1] + score - last[0]
  const [[from, low], [to, high]] = [knots[next - 1]!, knots[next]!]
  return low + ((high - low) * (score - from)) / (to - from)
}
