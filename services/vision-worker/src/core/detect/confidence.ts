import type { Features } from './features.ts'
import { scoreOf, type Trees } from './trees.ts'
import model from './ranking-model.json' with { type: 'json' }

/** The probability that a candidate is right to an IoU of 0.95. */
export function confidenceOf(features: Features): number {
  return 1 / (1 + Math.exp(-scoreOf(model as Trees, features)))
}
