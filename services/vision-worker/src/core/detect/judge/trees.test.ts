import { expect, it } from 'vitest'
import { scoreOf } from './trees.ts'

const model = {
  features: ['area', 'support'],
  start: 0.5,
  trees: [
    { feature: [0, 1], above: [10, 0.5], leaf: [1, 2, 3, 4] },
    { feature: [1], above: [0.9], leaf: [-1, 0] },
  ],
}

it('adds the leaf each tree leads to, its first question as the highest bit', () => {
  expect(scoreOf(model, { area: 5, support: 0.2 })).toBe(0.5 + 1 - 1)
  expect(scoreOf(model, { area: 5, support: 0.6 })).toBe(0.5 + 2 - 1)
  expect(scoreOf(model, { area: 20, support: 0.5 })).toBe(0.5 + 3 - 1)
  expect(scoreOf(model, { area: 20, support: 0.95 })).toBe(0.5 + 4 + 0)
})

it('counts a missing feature as 0', () => {
  expect(scoreOf(model, {})).toBe(0.5 + 1 - 1)
})
