import type { Features } from '../measure/features.ts'
import { scoreOf, type Trees } from './trees.ts'
import model from './ranking-model.json' with { type: 'json' }

/** Scores and the log-odds that a candidate of that score was right, both rising. */
export type Calibration = readonly (readonly [score: number, logit: number])[]

const { calibration, ...trees } = model as unknown as Trees & { readonly calibration: Calibration }

/**
 * Zones are harder to find in generated pictures than in photographs, so this is added to the calibrated logit. It is
 * set by photographs: on the evaluation folders 0.8 fits best, 0.65 to 0.95 when any one source is left out. Whole
 * frames get none: a bare wall looks as much like a page in both.
 */
const photographShift = 0.8

/** How good a candidate is relative to the others of its picture: higher is better, unbounded. */
export function rankingScore(features: Features): number {
  return scoreOf(trees, features)
}

/** The probability that a candidate of this score is right, at an IoU of 0.95. */
export function confidenceAt(score: number, wholeFrame: boolean, knots = calibration): number {
  return 1 / (1 + Math.exp(-calibrated(score, knots) - (wholeFrame ? 0 : photographShift)))
}

/** Interpolates the logit between the two nearest knots; beyond the ends it continues with slope 1. */
export function calibrated(score: number, knots: Calibration): number {
  const next = knots.findIndex(([at]) => at > score)
  const [first, last] = [knots[0]!, knots.at(-1)!]
  if (next === 0) return first[1] + score - first[0]
  if (next < 0) return last[1] + score - last[0]
  const [[from, low], [to, high]] = [knots[next - 1]!, knots[next]!]
  return low + ((high - low) * (score - from)) / (to - from)
}
