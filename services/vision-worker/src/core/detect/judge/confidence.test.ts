import { pointsAt } from '@equerre/testkit/points'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calibrated, confidenceAt, rankingScore } from './confidence.ts'
import model from './ranking-model.json' with { type: 'json' }

it('is a probability for any features, counts a missing one as 0, and is lower for a whole frame', () => {
  const anyFeatures = fc.dictionary(fc.constantFrom(...model.features), fc.double({ noNaN: true }))
  fc.assert(
    fc.property(anyFeatures, (features) => {
      const score = rankingScore(features)
      const zeros = Object.fromEntries(model.features.map((name) => [name, 0]))
      expect(rankingScore({ ...zeros, ...features })).toBe(score)
      expect(confidenceAt(score, true)).toBeGreaterThan(0)
      expect(confidenceAt(score, false)).toBeGreaterThan(confidenceAt(score, true))
      expect(confidenceAt(score, false)).toBeLessThan(1)
    }),
  )
})

it('interpolates the logit between knots and extrapolates beyond them', () => {
  const knots = pointsAt('-2,-3 0,0 1,4')
  expect(calibrated(-1, knots)).toBe(-1.5)
  expect(calibrated(0.5, knots)).toBe(2)
  expect(calibrated(-3, knots)).toBe(-4)
  expect(calibrated(3, knots)).toBe(6)
})
