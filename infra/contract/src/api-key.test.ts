import fc from 'fast-check'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { apiKeyPattern, readApiKeyKind, writeApiKey } from './api-key.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const kinds = fc.constantFrom('live' as const, 'test' as const)

describe('an API key', () => {
  it('reads back as the kind it was written with', () => {
    fc.assert(
      fc.property(kinds, bytes, (kind, chance) => {
        const key = writeApiKey(kind, chance)
        expect(key).toMatch(apiKeyPattern)
        expect(readApiKeyKind(key)).toBe(kind)
      }),
    )
  })

  it('differs wherever its bytes differ', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const same = Buffer.from(a).equals(Buffer.from(b))
        expect(writeApiKey('live', a) === writeApiKey('live', b)).toBe(same)
      }),
    )
  })

  it('is refused with one wrong character', () => {
    fc.assert(
      fc.property(bytes, fc.nat(56), fc.stringMatching(/^[0-9A-Za-z]$/), (chance, at, letter) => {
        const key = writeApiKey('live', chance)
        const typo = key.slice(0, at) + letter + key.slice(at + 1)
        expect(readApiKeyKind(typo)).toBe(typo === key ? 'live' : null)
      }),
    )
  })

  it('has the length that 32 bytes need, for the smallest and the largest number', () => {
    const zeros = writeApiKey('live', new Uint8Array(32))
    const ones = writeApiKey('test', new Uint8Array(32).fill(255))
    expect(zeros).toMatch(/^eq_live_0{43}[0-9A-Za-z]{6}$/)
    // 2^256 − 1 in base 62.
    expect(ones.slice(8, 51)).toBe(base62(2n ** 256n - 1n))
    expect([zeros.length, ones.length]).toEqual([57, 57])
  })

  it('ends with the CRC-32 of what comes before it', () => {
    const key = writeApiKey('live', new Uint8Array(32).fill(7))
    expect(key.slice(-6)).toBe(base62(BigInt(crc32(key.slice(0, -6)))).padStart(6, '0'))
  })

  it('does not become the other kind when its prefix is changed', () => {
    const key = writeApiKey('test', new Uint8Array(32).fill(9))
    expect(readApiKeyKind(key.replace('eq_test_', 'eq_live_'))).toBeNull()
  })

  it.each([
    '',
    'eq_live_',
    'eq_live_faux',
    'EQ_LIVE_',
    `eq_live_${'0'.repeat(49)}`,
    'sk_live_abc',
    '﻿eq_live_0',
  ])('is not %j', (text) => expect(readApiKeyKind(text)).toBeNull())

  it('takes exactly 32 random bytes', () => {
    expect(() => writeApiKey('live', new Uint8Array(16))).toThrow(RangeError)
  })
})

function base62(number: bigint): string {
  const digit = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[Number(number % 62n)]!
  return number < 62n ? digit : base62(number / 62n) + digit
}
