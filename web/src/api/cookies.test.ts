import { signedInCookie as agreed, signedInHeader as agreedHeader } from '@equerre/contract/identity'
import { expect, test } from 'vitest'
import { signedInHeader } from './client.ts'
import { mayBeSignedIn, signedInCookie } from './cookies.ts'

test('the signed-in cookie and header have the names that the service knows', () => {
  expect([signedInCookie, signedInHeader]).toEqual([agreed, agreedHeader])
})

test.each([
  ['', false],
  ['guest_key=1; cookie_credits=2', false],
  ['guest_key=1; signed-in=yes', true],
  ['not-signed-in=yes; x=signed-in', false],
])('the cookies « %s » say whether somebody may be signed in: %s', (cookies, expected) => {
  expect(mayBeSignedIn(cookies)).toBe(expected)
})
