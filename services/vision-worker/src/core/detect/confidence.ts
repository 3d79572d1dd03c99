import type { Features } from './features.ts'
import { scoreOf, type Trees } from './trees.ts'
import model from './ranking-model.json' with { type: 'json' }

/** Scores and the logit of how often they were right, both rising. */
export type Calibration = readonly (readonly [score: number, logit: number])[]

const { calibration, ...trees } = model as unknown as Trees & { readonly calibration: Calibration }

/**
 * Generated pictures are harder than photographs: this logit is added to what was right of them. The one number that
 * photographs have set: of the evaluation folder 1.0 fits best, 0.6 to 1.2 when any one source is left out.
 */
const photographShift = 1

/** The probability that a candidate is right to an IoU of 0.95; the better score has the higher one. */
export function confidenceOf(features: Features): number {
  return 1 / (1 + Math.exp(-calibrated(scoreOf(trees, features), calibration) - photographShift))
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
