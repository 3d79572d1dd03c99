import { limitTable } from '@equerre/contract/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGuestCookies } from './cookies.ts'
import { guestStartingCredits, shownCredits } from './credits.ts'

const guest = { guestKey: 'b6b6', credits: 7 }
const nobody = { guestKey: null, credits: null }

test('S-06: a non-negative answer is used and stored in the cookie', () => {
  expect(shownCredits({ answer: 3, cookies: guest, lastPrincipal: 'guest' })).toEqual({
    credits: 3,
    keep: true,
  })
  expect(shownCredits({ answer: 0, cookies: guest, lastPrincipal: 'guest' })).toEqual({
    credits: 0,
    keep: true,
  })
})

test.each([null, -1])(
  'S-07: without a valid answer (%s), a known guest keeps the cookie’s credits',
  (answer) => {
    expect(shownCredits({ answer, cookies: guest, lastPrincipal: 'guest' })).toEqual({
      credits: 7,
      keep: false,
    })
  },
)

test.each([0, null])('S-08: a known guest whose cookie says %s has no credits', (credits) => {
  const cookies = { guestKey: 'b6b6', credits }
  expect(shownCredits({ answer: null, cookies, lastPrincipal: 'guest' })).toEqual({ credits: 0, keep: false })
})

test('S-09 N-01: an unknown guest is shown the starting credits, which only the server grants', () => {
  expect(shownCredits({ answer: null, cookies: nobody, lastPrincipal: null })).toEqual({
    credits: 10,
    keep: false,
  })
})

test('a balance that may be an account’s is never shown as a guest’s', () => {
  expect(shownCredits({ answer: null, cookies: guest, lastPrincipal: 'user' }).credits).toBe(0)
})

test('V-04: an account keeps the balance the page last saw while the service is unreachable', () => {
  for (const cookies of [guest, nobody]) {
    const shown = shownCredits({ answer: null, cookies, lastPrincipal: 'user', known: 12 })
    expect(shown).toEqual({ credits: 12, keep: false })
  }
})

test('the balance shown is never negative', () => {
  fc.assert(
    fc.property(fc.option(fc.integer()), fc.option(fc.integer()), (answer, credits) => {
      const shown = shownCredits({ answer, cookies: { guestKey: 'b6b6', credits }, lastPrincipal: 'guest' })
      expect(shown.credits).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('the starting credits are those of the contract', () => {
  expect(guestStartingCredits).toBe(limitTable.guestCredits.value)
})

test('reads both guest cookies among others, and ignores invalid values', () => {
  expect(readGuestCookies('a=b; guest_key=k1; cookie_credits=4')).toEqual({ guestKey: 'k1', credits: 4 })
  expect(readGuestCookies('cookie_credits=many')).toEqual({ guestKey: null, credits: null })
  expect(readGuestCookies('guest_key=; cookie_credits=')).toEqual({ guestKey: null, credits: null })
  expect(readGuestCookies('')).toEqual({ guestKey: null, credits: null })
})
