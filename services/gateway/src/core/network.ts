import ipaddr from 'ipaddr.js'

/** A network that an address lies in, and how many times the smallest one's share it may have. */
type Network = { readonly name: string; readonly times: number }

/**
 * What providers hand to one customer is a /64, a /56 or a /48 (RFC 6177, RIPE-690): who has the larger one may not take the
 * share of each smaller one in it.
 */
const ipv6Networks = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const

/** All whose address cannot be read: nobody gets more by hiding it. */
const unknown: readonly Network[] = [{ name: 'unknown', times: 1 }]

/** Loopback, private and link-local ranges (RFC 1122, 1918, 3927, 4193, 4291). */
const uncounted: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/**
 * The networks that an address is counted in, from the smallest to the largest: an IPv4 address in its /24, an IPv6 address
 * in its /64, /56 and /48. A port, brackets, a zone and IPv6 around an IPv4 address make no other network; all that cannot be
 * read is one.
 * @param behindProxy a trusted proxy told the address, so that a private one is a real client of an inner network
 * @returns none for loopback and private addresses without a proxy, which are not counted
 */
export function networksOf(address: string | undefined, behindProxy: boolean): readonly Network[] {
  const ip = parse(bare(address ?? ''))
  if (!ip) return unknown
  if (!behindProxy && uncounted.includes(ip.range())) return []
  if (ip instanceof ipaddr.IPv4)
    return [{ name: `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/24`).toString()}/24`, times: 1 }]
  return ipv6Networks.map(({ bits, times }) => {
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/${bits}`)
    return { name: `${network.toString()}/${bits}`, times }
  })
}

/**
 * Where an address counts as a client, the widest network first: an IPv4 address by itself and in its /24, an IPv6 address in its /48,
 * /56 and /64, private ones too. All that cannot be read is one client.
 */
export function originsOf(address: string | undefined): readonly [widest: string, ...narrower: string[]] {
  const [widest, ...narrower] = networksOf(address, true)
    .map(({ name }) => name)
    .toReversed()
  const ip = parse(bare(address ?? ''))
  return [widest!, ...narrower, ...(ip instanceof ipaddr.IPv4 ? [ip.toString()] : [])]
}

/** `192.0.2.1:567` and `[2001:db8::1]:567` without what is not the address. */
function bare(text: string): string {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(text.trim()) ?? []
  return (bracketed ?? dotted ?? text.trim()).replace(/%.*$/, '')
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text)) return null
  const ip = ipaddr.IPv6.parse(text)
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip
}
