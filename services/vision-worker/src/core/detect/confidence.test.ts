import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calibrated, confidenceOf } from './confidence.ts'
import model from './ranking-model.json' with { type: 'json' }

it('is a probability whatever the features are, and takes a missing one for 0', () => {
  const anyFeatures = fc.dictionary(fc.constantFrom(...model.features), fc.double({ noNaN: true }))
  fc.assert(
    fc.property(anyFeatures, (features) => {
      const zeros = Object.fromEntries(model.features.map((name) => [name, 0]))
      expect(confidenceOf(features)).toBeGreaterThan(0)
      expect(confidenceOf(features)).toBeLessThan(1)
      expect(confidenceOf(features)).toBe(confidenceOf({ ...zeros, ...features }))
    }),
  )
})

it('reads a logit between the knots and goes on beyond them', () => {
  const knots = [[-2, -3], [0, 0], [1, 4]] as const // prettier-ignore
  expect(calibrated(-1, knots)).toBe(-1.5)
  expect(calibrated(0.5, knots)).toBe(2)
  expect(calibrated(-3, knots)).toBe(-4)
  expect(calibrated(3, knots)).toBe(6)
})
