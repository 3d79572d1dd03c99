import { featureNames, type Features } from './features.ts'
import { ranking } from './ranking-weights.ts'

/**
 * The probability that a candidate is right to an IoU of 0.95: a logistic in the features. No weight is negative, so
 * a candidate that is better in one feature and equal in the rest never ranks lower.
 */
export function confidenceOf(features: Features): number {
  const score = featureNames.reduce((sum, name) => sum + ranking.weights[name] * features[name], ranking.bias)
  return 1 / (1 + Math.exp(-score))
}
