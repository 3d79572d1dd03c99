import fc from 'fast-check'
import { expect, it } from 'vitest'
import { confidenceOf } from './confidence.ts'
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
