import { expect, it } from 'vitest'
import { scoreOf } from '@equerre/vision-worker/src/core/detect/judge/trees.ts'
import { fitTrees } from './trees.ts'

const probability = (score: number) => 1 / (1 + Math.exp(-score))

it('learns that one feature matters and another does not', () => {
  const examples = Array.from({ length: 400 }, (_, i) => ({
    row: Float32Array.of(i / 400, (i * 7) % 11),
    target: i > 200 ? 1 : 0,
    weight: 1,
  }))
  const trees = fitTrees(['place', 'chance'], examples, { rounds: 40, depth: 2, rate: 0.3 })
  expect(probability(scoreOf(trees, { place: 0.2, chance: 3 }))).toBeLessThan(0.05)
  expect(probability(scoreOf(trees, { place: 0.8, chance: 3 }))).toBeGreaterThan(0.95)
})
