import { PackId } from '@equerre/contract/billing'
import { packOf, packs } from '@equerre/contract/packs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsFor, creditsFor } from './packs.ts'

describe('the packs', () => {
  it('cost what the specification says, in cents including tax', () => {
    expect(PackId.options.map((id) => [id, packOf(id).credits, packOf(id).priceCents])).toEqual([
      ['pack100', 100, 500],
      ['pack200', 200, 800],
      ['pack300', 300, 1_000],
    ])
  })
})

const price = fc.constantFrom(
  ...packs.map(({ credits, priceCents }) => ({ credits, amountCents: priceCents })),
)

describe('a part of a price', () => {
  it('is worth every credit when it is the whole price, and none when it is zero', () => {
    fc.assert(
      fc.property(price, (bought) => {
        expect(creditsFor(bought, bought.amountCents)).toBe(bought.credits)
        expect(creditsFor(bought, bought.amountCents + 1)).toBe(bought.credits)
        expect(creditsFor(bought, 0)).toBe(0)
      }),
    )
  })

  it('never takes fewer credits for a larger refund', () => {
    fc.assert(
      fc.property(price, fc.nat(1_100), fc.nat(1_100), (bought, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(creditsFor(bought, less)).toBeLessThanOrEqual(creditsFor(bought, more))
      }),
    )
  })

  it('takes back exactly the credits that it was computed from', () => {
    fc.assert(
      fc.property(price, fc.nat(300), (bought, count) => {
        const unused = Math.min(count, bought.credits)
        expect(creditsFor(bought, centsFor(bought, unused))).toBe(unused)
      }),
    )
  })
})
