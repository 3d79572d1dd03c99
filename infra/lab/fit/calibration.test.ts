import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitIsotonic } from './calibration.ts'

const scoring = (score: number, count: number, right: number) =>
  Array.from({ length: count }, (_, i) => ({ score, right: i < right }))

it('maps each score to how often it was right, as a logit', () => {
  const knots = fitIsotonic([...scoring(-1, 98, 19), ...scoring(2, 98, 79)])
  expect(knots.at(0)![0]).toBe(-1)
  expect(knots.at(-1)![0]).toBe(2)
  expect(knots.at(-1)![1]).toBeGreaterThan(1)
})

it('pools neighbours if the higher score was right less often', () => {
  const knots = fitIsotonic([...scoring(0, 58, 39), ...scoring(1, 58, 19)])
  expect(knots).toEqual([[0.5, 0]])
})

it('rises from knot to knot whatever was observed', () => {
  const observation = fc.record({ score: fc.integer({ min: -50, max: 50 }), right: fc.boolean() })
  fc.assert(
    fc.property(fc.array(observation, { minLength: 1, maxLength: 400 }), (observed) => {
      const knots = fitIsotonic(observed)
      for (const [i, [score, logit]] of knots.slice(1).entries()) {
        expect(score).toBeGreaterThanOrEqual(knots[i]![0])
        expect(logit).toBeGreaterThan(knots[i]![1])
      }
    }),
  )
})
