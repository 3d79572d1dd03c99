import { expect, it } from 'vitest'
import { creditsToTake, type Reversal } from './reversals.ts'

const price = { credits: 200, amountCents: 800 }
const withdrawals = [{ id: 'w1', refundCents: 548 }]

function refund(cents: number, settings: Partial<Reversal> = {}): Reversal {
  return { cents, live: true, withdrawalId: null, ...settings }
}

it.each([
  ['a refund of the whole price takes every credit', { reversals: [refund(800)], taken: 0 }, 200],
  ['a refund of a part takes that part', { reversals: [refund(200)], taken: 0 }, 50],
  ['what is taken already is not taken again', { reversals: [refund(200)], taken: 50 }, 0],
  ['a second refund takes its own part', { reversals: [refund(200), refund(400)], taken: 50 }, 100],
  ['a refund that failed gives back', { reversals: [refund(200, { live: false })], taken: 50 }, -50],
  [
    'a refund that failed before anybody heard of it takes nothing',
    { reversals: [refund(200, { live: false })], taken: 0 },
    0,
  ],
  [
    'a dispute of what was refunded in part takes the rest only',
    { reversals: [refund(200), refund(800)], taken: 50 },
    150,
  ],
  [
    'a dispute that was won leaves what was refunded',
    { reversals: [refund(200), refund(800, { live: false })], taken: 200 },
    -150,
  ],
  [
    'a refund that failed under a dispute changes nothing',
    { reversals: [refund(800, { live: false }), refund(800)], taken: 200 },
    0,
  ],
])('%s', (_name, known, expected) => {
  expect(creditsToTake(price, { ...known, withdrawals: [] })).toBe(expected)
})

it('a withdrawal counts before its refund is known, and once with it', () => {
  expect(creditsToTake(price, { reversals: [], withdrawals, taken: 137 })).toBe(0)
  const known = [refund(548, { withdrawalId: 'w1' })]
  expect(creditsToTake(price, { reversals: known, withdrawals, taken: 137 })).toBe(0)
})

it('a withdrawal whose refund fails gives its credits back', () => {
  const failed = [refund(548, { withdrawalId: 'w1', live: false })]
  expect(creditsToTake(price, { reversals: failed, withdrawals, taken: 137 })).toBe(-137)
})
