import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LeastSquares } from './least-squares.ts'

it('finds the unknowns that the equations were made from', () => {
  const value = fc.double({ min: -5, max: 5, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 3, maxLength: 12 }),
      fc.infiniteStream(value),
      (truth, stream) => {
        const count = truth.length
        const system = new LeastSquares(count)
        const [named, factors] = [truth.map((_, i) => i), new Float64Array(count)]
        // Twice as many equations as unknowns, one of which names only its own.
        for (let row = 0; row < 2 * count; row++) {
          const own = row < count ? [row] : named
          factors.fill(0)
          for (const at of own) factors[at] = row < count ? 1 : (stream.next().value as number)
          const target = own.reduce((sum, at) => sum + factors[at]! * truth[at]!, 0)
          system.add(own, factors, { target, weight: 1 + row })
        }
        const found = system.solve()
        for (const [i, each] of truth.entries()) expect(found[i]).toBeCloseTo(each, 6)
      },
    ),
    { numRuns: 50 },
  )
})

it('weighs: two equations that contradict each other meet where their weights say', () => {
  const system = new LeastSquares(1)
  system.add([0], Float64Array.of(1), { target: 0, weight: 3 })
  system.add([0], Float64Array.of(1), { target: 4, weight: 1 })
  expect(system.solve()[0]).toBeCloseTo(1, 12)
})
