import { beforeEach, expect, test, vi } from 'vitest'

let stored: string | null
beforeEach(() => {
  stored = 'user'
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_: string, kind: string) => (stored = kind),
  })
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

async function openTab() {
  const { ownHeaders, signedInHeader } = await import('./client.ts')
  const { noteGuest, rememberPrincipal } = await import('./principal.ts')
  return { claims: () => signedInHeader in ownHeaders(), noteGuest, rememberPrincipal }
}

test('S-13 G04: a tab calls for its account until it has heard itself that the session has ended', async () => {
  const { claims, noteGuest } = await openTab()
  expect(claims()).toBe(true)
  // Another tab has heard it.
  stored = 'ended'
  expect(claims()).toBe(true)
  noteGuest()
  expect([claims(), stored]).toEqual([false, 'ended'])
})

test('S-13: whose tab was signed out by another is a guest at once, and told of no end', async () => {
  const { claims, noteGuest } = await openTab()
  stored = 'guest'
  expect(claims()).toBe(false)
  noteGuest()
  expect([claims(), stored]).toEqual([false, 'guest'])
})

test('a guest calls as one, and for the account once signed in', async () => {
  stored = 'guest'
  const { claims, rememberPrincipal } = await openTab()
  expect(claims()).toBe(false)
  rememberPrincipal('user')
  expect(claims()).toBe(true)
})
