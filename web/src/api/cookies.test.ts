import { signedInCookie as agreed } from '@equerre/contract/identity'
import { expect, test } from 'vitest'
import { mayBeSignedIn, signedInCookie } from './cookies.ts'

test('the signed-in cookie has the name that the service sets', () => {
  expect(signedInCookie).toBe(agreed)
})

test.each([
  ['', false],
  ['guest_key=1; cookie_credits=2', false],
  ['guest_key=1; signed-in=yes', true],
  ['not-signed-in=yes; x=signed-in', false],
])('the cookies « %s » say whether somebody may be signed in: %s', (cookies, expected) => {
  expect(mayBeSignedIn(cookies)).toBe(expected)
})
