import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networksOf, originsOf } from './network.ts'

const names = (address: string | undefined, behindProxy = true) =>
  networksOf(address, behindProxy).map(({ name }) => name)

describe('networksOf', () => {
  it.each([
    '203.0.113.77',
    '203.0.113.77:567',
    ' 203.0.113.77 ',
    '::ffff:203.0.113.77',
    '::ffff:cb00:714d',
    '[::ffff:203.0.113.77]:80',
  ])('counts %s in its /24', (address) => {
    expect(networksOf(address, false)).toEqual([{ name: '203.0.113.0/24', times: 1 }])
  })

  it.each([
    '2001:db8:1:2ff:3:4:5:6',
    '2001:0DB8:0001:02FF::6',
    '[2001:db8:1:2ff::1]',
    '[2001:db8:1:2ff::1]:80',
  ])('counts %s in its /64, /56 and /48, with larger shares for larger ones', (address) => {
    expect(networksOf(address, false)).toEqual([
      { name: '2001:db8:1:2ff::/64', times: 1 },
      { name: '2001:db8:1:200::/56', times: 2 },
      { name: '2001:db8:1::/48', times: 4 },
    ])
  })

  it.each([
    '127.0.0.1',
    '127.0.0.1:80',
    '::ffff:127.0.0.1',
    '::1',
    '[::1]:80',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    'fc00::1',
    'fd12::1',
    'fe80::1%eth0',
    'febf::1',
  ])('does not count %s, unless a proxy reported it', (address) => {
    expect(names(address, false)).toEqual([])
    expect(names(address)).not.toEqual([])
  })

  it.each(['172.15.0.1', '172.32.0.1', '100.64.0.1', 'fec0::1', '2001:db8::1'])('counts %s', (address) => {
    expect(names(address, false)).not.toEqual([])
  })

  it.each([
    undefined,
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.256',
    '010.1.2.3',
    '0x1.2.3.4',
    '3405803853',
    '1.2.3.4:',
    '1.2.3.4:5:6',
    '1.2.3.4, 5.6.7.8',
    '1::2::3',
    '1:2:3',
    '12345::',
    '[::1',
    '[]',
  ])('counts %s together with everything else that is not an address', (address) => {
    expect(networksOf(address, true)).toEqual([{ name: 'unknown', times: 1 }])
    expect(names(address, false)).toEqual(['unknown'])
  })

  it('counts addresses of the same network together, and of different networks apart', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    const subnets = fc.tuple(fc.tuple(group, group, group), group)
    const host = fc.tuple(group, group, group, group)
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte), byte, byte, ([a, b, c], last, other) => {
        expect(names(`${a}.${b}.${c}.${last}`)).toEqual(names(`${a}.${b}.${c}.${other}`))
        expect(names(`${a}.${b}.${c}.${last}`)).not.toEqual(names(`${a}.${b}.${c ^ 1}.${last}`))
      }),
    )
    fc.assert(
      fc.property(subnets, host, host, ([site, subnet], one, other) => {
        const address = (last: readonly string[], fourth = subnet) => [...site, fourth, ...last].join(':')
        expect(names(address(one))).toEqual(names(address(other)))
        const neighbour = (Number.parseInt(subnet, 16) ^ 0x8000).toString(16)
        expect(names(address(one, neighbour)).map((name, i) => name === names(address(one))[i])).toEqual([
          false,
          false,
          true,
        ])
      }),
    )
  })
})

describe('originsOf', () => {
  it.each([
    ['203.0.113.77', ['203.0.113.0/24', '203.0.113.77']],
    ['::ffff:203.0.113.77', ['203.0.113.0/24', '203.0.113.77']],
    ['203.0.113.77:4242', ['203.0.113.0/24', '203.0.113.77']],
    ['2001:db8:1:2f3:4:5:6:7', ['2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:2f3::/64']],
    ['127.0.0.1', ['127.0.0.0/24', '127.0.0.1']],
    ['inconnu', ['unknown']],
    [undefined, ['unknown']],
  ])('of %s are %j, widest first', (address, origins) => {
    expect(originsOf(address)).toEqual(origins)
  })
})
