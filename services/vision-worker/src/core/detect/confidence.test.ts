import fc from 'fast-check'
import { expect, it } from 'vitest'
import { confidenceOf } from './confidence.ts'
import { featureNames, type FeatureName, type Features } from './features.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const anyFeatures = fc.record(
  Object.fromEntries(featureNames.map((name) => [name, share])),
) as fc.Arbitrary<Features>
const qualities = featureNames.filter((name) => name !== 'quad')

it('is a probability that never falls when one feature gets better', () => {
  fc.assert(
    fc.property(anyFeatures, fc.constantFrom(...qualities), share, (features, name: FeatureName, by) => {
      const better = { ...features, [name]: Math.min(1, features[name] + by) }
      expect(confidenceOf(features)).toBeGreaterThan(0)
      expect(confidenceOf(better)).toBeLessThan(1)
      expect(confidenceOf(better)).toBeGreaterThanOrEqual(confidenceOf(features))
    }),
  )
})
