import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditsFor } from './packs.ts'
import { unusedPart, withdrawableSince, withdrawalEndsAt } from './withdrawal.ts'

const price = { credits: 200, amountCents: 800 }
const dayMs = 86_400_000

describe('the period', () => {
  it('is announced as fourteen days', () => {
    expect(withdrawalEndsAt(0)).toBe(14 * dayMs)
  })

  it('is never shorter than announced', () => {
    const paidAt = 1_000 * dayMs
    expect(paidAt).toBeGreaterThanOrEqual(withdrawableSince(withdrawalEndsAt(paidAt)))
    expect(paidAt).toBeLessThan(withdrawableSince(paidAt + 19 * dayMs))
  })
})

describe('the unused part', () => {
  it.each([
    ['everything when nothing was spent', { taken: 0, spendable: 200 }, 200, 800],
    ['what is left', { taken: 0, spendable: 137 }, 137, 548],
    ['no more than was bought, despite free credits', { taken: 0, spendable: 215 }, 200, 800],
    ['no more than the part not yet refunded', { taken: 150, spendable: 200 }, 50, 200],
    ['nothing when everything was spent', { taken: 0, spendable: 0 }, 0, 0],
    ['nothing when everything was refunded', { taken: 200, spendable: 50 }, 0, 0],
  ])('is %s', (...[, known, credits, refundCents]) => {
    expect(unusedPart(price, known)).toEqual({ credits, refundCents })
  })

  it('is refunded at exactly the price of these credits', () => {
    fc.assert(
      fc.property(fc.nat(200), (spendable) => {
        const { credits, refundCents } = unusedPart(price, { taken: 0, spendable })
        expect(creditsFor(price, refundCents)).toBe(credits)
      }),
    )
  })
})
