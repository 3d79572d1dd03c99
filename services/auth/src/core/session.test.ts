import { expect, it } from 'vitest'
import { isSignInStale, signInLifetimeMs } from './session.ts'

it('a sign-in may take ten minutes, to the millisecond', () => {
  const began = 1_800_000_000_000
  expect(signInLifetimeMs).toBe(600_000)
  expect(isSignInStale(began, began)).toBe(false)
  expect(isSignInStale(began, began + 600_000)).toBe(false)
  expect(isSignInStale(began, began + 600_001)).toBe(true)
})

it('two machines’ clocks may differ by no more than a sign-in may last', () => {
  expect(isSignInStale(1_000_000, 999_000)).toBe(false)
  expect(isSignInStale(2_000_000, 1_000_000)).toBe(true)
})
