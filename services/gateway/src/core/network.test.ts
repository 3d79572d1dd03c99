import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from './network.ts'

describe('networkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001::6', '2001:db8:1:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::2', '0:0:0:0::/64'],
    ['172.15.0.1', '172.15.0.0/24'],
    ['172.32.0.1', '172.32.0.0/24'],
  ])('counts %s with %s', (address, network) => {
    expect(networkOf(address, false)).toBe(network)
  })

  it.each([
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    'fc00::1',
    'fd12::1',
    'fe80::1%eth0',
    'febf::1',
  ])('does not count %s', (address) => {
    expect(networkOf(address, false)).toBeNull()
  })

  it.each([undefined, '', 'unknown', '1.2.3', '1.2.3.256', '1::2::3', '1:2:3', '12345::'])(
    'does not count the malformed %s',
    (address) => {
      expect(networkOf(address, false)).toBeNull()
    },
  )

  it('counts private addresses that a trusted proxy tells', () => {
    expect(networkOf('10.1.2.3', true)).toBe('10.1.2.0/24')
    expect(networkOf('::1', true)).toBe('0:0:0:0::/64')
    expect(networkOf('unknown', true)).toBeNull()
  })

  it('counts two addresses of one /24 together', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte), byte, byte, ([a, b, c], last, other) => {
        expect(networkOf(`${a}.${b}.${c}.${last}`, false)).toBe(networkOf(`${a}.${b}.${c}.${other}`, false))
      }),
    )
  })
})
