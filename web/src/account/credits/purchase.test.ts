import { expect, test } from 'vitest'
import type { HistoryLine } from '../../api/account.ts'
import { landedPurchase } from './purchase.ts'

const line = (id: number, kind: HistoryLine['kind']): HistoryLine => ({
  id,
  kind,
  at: '2026-11-20T14:05:00.000Z',
  credits: 200,
  owed: 0,
  balance: 200,
  file: null,
})

test('a payment has arrived once a purchase follows the last movement before it', () => {
  const lines = [line(9, 'capture'), line(8, 'purchase'), line(5, 'purchase')]
  expect(landedPurchase(lines, 7)?.id).toBe(8)
  expect(landedPurchase(lines, 8)).toBeNull()
  expect(landedPurchase([], 0)).toBeNull()
})

test('without a remembered movement, the newest purchase counts', () => {
  expect(landedPurchase([line(5, 'purchase'), line(2, 'purchase')], 0)?.id).toBe(5)
})
