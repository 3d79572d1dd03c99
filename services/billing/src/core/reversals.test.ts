import { expect, it } from 'vitest'
import { creditsToTake, type Reversal } from './reversals.ts'

const price = { credits: 200, amountCents: 800 }
const withdrawals = [{ id: 'w1', refundCents: 548 }]

function refund(cents: number, settings: Partial<Reversal> = {}): Reversal {
  return { cents, live: true, withdrawalId: null, ...settings }
}

it.each([
  ['a full refund takes every credit', { reversals: [refund(800)], taken: 0 }, 200],
  ['a partial refund takes its share', { reversals: [refund(200)], taken: 0 }, 50],
  ['credits already taken are not taken again', { reversals: [refund(200)], taken: 50 }, 0],
  ['a second refund takes its own share', { reversals: [refund(200), refund(400)], taken: 50 }, 100],
  [
    'a refund that failed gives its credits back',
    { reversals: [refund(200, { live: false })], taken: 50 },
    -50,
  ],
  [
    'a refund that failed before we heard of it takes nothing',
    { reversals: [refund(200, { live: false })], taken: 0 },
    0,
  ],
  [
    'a dispute after a partial refund takes only the rest',
    { reversals: [refund(200), refund(800)], taken: 50 },
    150,
  ],
  [
    'a dispute that was won leaves the earlier refund in force',
    { reversals: [refund(200), refund(800, { live: false })], taken: 200 },
    -150,
  ],
  [
    'a refund that failed during a dispute changes nothing',
    { reversals: [refund(800, { live: false }), refund(800)], taken: 200 },
    0,
  ],
])('%s', (_name, known, expected) => {
  expect(creditsToTake(price, { ...known, withdrawals: [] })).toBe(expected)
})

it('a withdrawal counts before its refund is known, and not twice afterwards', () => {
  expect(creditsToTake(price, { reversals: [], withdrawals, taken: 137 })).toBe(0)
  const known = [refund(548, { withdrawalId: 'w1' })]
  expect(creditsToTake(price, { reversals: known, withdrawals, taken: 137 })).toBe(0)
})

it('a withdrawal whose refund fails gives its credits back', () => {
  const failed = [refund(548, { withdrawalId: 'w1', live: false })]
  expect(creditsToTake(price, { reversals: failed, withdrawals, taken: 137 })).toBe(-137)
})
