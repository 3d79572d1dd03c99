import { expect, it } from 'vitest'
import { nextMonth } from './next-month.ts'

it.each([
  ['2026-11-23T16:00:00.000Z', '2026-12-01', 7 * 86_400 + 8 * 3_600],
  ['2026-12-31T23:59:59.999Z', '2027-01-01', 1],
  ['2028-02-01T00:00:00.000Z', '2028-03-01', 29 * 86_400],
])('at %s a month starts anew on %s, in %i s', (now, day, inS) => {
  expect(nextMonth(new Date(now))).toEqual({ day, inS })
})
