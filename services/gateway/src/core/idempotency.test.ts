import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalRequest, keyScope } from './idempotency.ts'

const owner = { id: 'o', test: false }

describe('keyScope', () => {
  it('takes 1 to 255 characters, or no header', () => {
    expect(keyScope(owner, 'r', undefined)).toBeNull()
    expect(keyScope(owner, 'r', 'a')).toEqual({ ownerId: 'o', route: 'r', key: 'a' })
    expect(keyScope({ ...owner, test: true }, 'r', 'a')).toEqual({
      ownerId: 'o',
      route: 'r (test)',
      key: 'a',
    })
    expect(keyScope(owner, 'r', 'x'.repeat(255))?.key).toHaveLength(255)
  })

  it.each(['', 'x'.repeat(256)])('refuses a key of any other length', (key) => {
    expect(() => keyScope(owner, 'r', key)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})

describe('canonicalRequest', () => {
  it('writes route and fields in alphabetical order, without undefined ones', () => {
    expect(
      canonicalRequest('rectify', {
        page: 1,
        options: { dpi: 300, corners: undefined, a: [2, { z: 1, b: null }] },
      }),
    ).toBe('["rectify",{"options":{"a":[2,{"b":null,"z":1}],"dpi":300},"page":1}]')
  })

  it('does not depend on the order of the fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        const reversed = Object.fromEntries(Object.entries(fields).toReversed())
        expect(canonicalRequest('r', reversed)).toBe(canonicalRequest('r', fields))
      }),
    )
  })

  it('distinguishes routes, values and the order of a list', () => {
    const one = canonicalRequest('detect', { page: 1 })
    expect(canonicalRequest('rectify', { page: 1 })).not.toBe(one)
    expect(canonicalRequest('detect', { page: '1' })).not.toBe(one)
    expect(canonicalRequest('r', { a: [1, 2] })).not.toBe(canonicalRequest('r', { a: [2, 1] }))
  })
})
