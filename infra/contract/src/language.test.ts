import { expect, it } from 'vitest'
import { addressIn, readAddress } from './language.ts'

it.each([
  ['/', 'fr', '/'],
  ['/pricing', 'fr', '/pricing'],
  ['/en', 'en', '/'],
  ['/en/', 'en', '/'],
  ['/en/pricing', 'en', '/pricing'],
  ['/english', 'fr', '/english'],
])('%s is %s of %s', (address, language, path) => {
  expect(readAddress(address)).toEqual({ language, path })
})

it.each(['/', '/pricing', '/docs/'])('%s translates to English and back', (path) => {
  for (const language of ['fr', 'en'] as const)
    expect(readAddress(addressIn(language, path))).toEqual({ language, path })
  expect(addressIn('en', path)).toBe(path === '/' ? '/en' : `/en${path}`)
})
