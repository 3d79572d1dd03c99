import { describe, expect, it } from 'vitest'
import { isSameSite } from './same-site.ts'

const none = {
  secFetchSite: undefined,
  origin: undefined,
  protocol: 'https',
  host: 'equerre.test',
  publicUrl: undefined,
}

describe('isSameSite', () => {
  it('accepts a browser that says same-origin', () => {
    expect(isSameSite({ ...none, secFetchSite: 'same-origin' })).toBe(true)
  })

  it.each(['cross-site', 'same-site', 'none', ''])(
    'refuses Sec-Fetch-Site: %s, whatever the Origin says',
    (secFetchSite) => {
      expect(isSameSite({ ...none, secFetchSite, origin: 'https://equerre.test' })).toBe(false)
    },
  )

  it('accepts an Origin that is our own host', () => {
    expect(isSameSite({ ...none, origin: 'https://equerre.test' })).toBe(true)
    const local = { ...none, protocol: 'http', host: 'localhost:8080' }
    expect(isSameSite({ ...local, origin: 'http://localhost:8080' })).toBe(true)
    expect(isSameSite({ ...none, host: 'equerre.test:443', origin: 'https://equerre.test' })).toBe(true)
  })

  it('accepts an Origin that is our public address behind a proxy', () => {
    const behind = { ...none, protocol: 'http', host: 'gateway:8080', publicUrl: 'https://equerre.test/' }
    expect(isSameSite({ ...behind, origin: 'https://equerre.test' })).toBe(true)
    expect(isSameSite({ ...behind, origin: 'http://equerre.test' })).toBe(false)
  })

  it.each([
    'https://evil.test',
    'https://equerre.test.evil.test',
    'https://equerre.test:444',
    'http://equerre.test',
    'https://evil.test/equerre.test',
    'null',
    'equerre.test',
    '',
  ])('refuses the Origin %s', (origin) => {
    expect(isSameSite({ ...none, origin })).toBe(false)
  })

  it('refuses an invalid Origin, even with an invalid Host', () => {
    expect(isSameSite({ ...none, host: undefined, origin: 'null' })).toBe(false)
    expect(isSameSite({ ...none, host: '<', origin: 'https://evil.test' })).toBe(false)
  })

  it('refuses a request with neither header', () => {
    expect(isSameSite(none)).toBe(false)
  })
})
