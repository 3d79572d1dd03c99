import { expect, it } from 'vitest'
import { judge, type Payment, type Purchase } from './payment.ts'

const purchase: Purchase = {
  id: 'p1',
  walletId: 'alice',
  pack: 'pack200',
  credits: 200,
  amountCents: 800,
  currency: 'eur',
  state: 'open',
  sessionId: 'cs_1',
  paymentId: null,
  paidAtMs: null,
}
const paid: Payment = {
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  state: 'paid',
  amountCents: 800,
  currency: 'eur',
  purchaseId: 'p1',
  pack: 'pack200',
  walletId: 'alice',
  reversals: [],
}

it('grants what was agreed and paid', () => {
  expect(judge(paid, purchase)).toEqual({ kind: 'grant' })
})

it('grants when Stripe’s reply with the order’s name never reached us', () => {
  expect(judge(paid, { ...purchase, sessionId: null })).toEqual({ kind: 'grant' })
})

it.each(['open', 'pending', 'failed', 'expired'] as const)('notes a payment that is %s', (state) => {
  expect(judge({ ...paid, state }, purchase)).toEqual({ kind: 'note', state })
})

it.each<[string, Partial<Payment>]>([
  ['another order', { sessionId: 'cs_2' }],
  ['written for another purchase', { purchaseId: 'p2' }],
  ['written for another purchase', { purchaseId: null }],
  ['written for another account', { walletId: 'bob' }],
  ['written for another account', { walletId: null }],
  ['written for another pack', { pack: 'pack300' }],
  ['in another currency', { currency: 'usd' }],
  ['of another amount', { amountCents: 799 }],
  ['of another amount', { amountCents: 8 }],
  ['of another amount', { amountCents: 0 }],
  ['of another amount', { amountCents: -800 }],
  ['of another amount', { amountCents: null }],
])('refuses a payment %s: %o', (reason, wrong) => {
  expect(judge({ ...paid, ...wrong }, purchase)).toEqual({ kind: 'refuse', reason })
})

it('refuses a payment without a purchase', () => {
  expect(judge(paid, null)).toMatchObject({ kind: 'refuse' })
})
