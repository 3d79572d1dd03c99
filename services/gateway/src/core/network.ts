import ipaddr from 'ipaddr.js'

/** A network containing an address, and its share as a multiple of the smallest one's. */
type Network = { readonly name: string; readonly times: number }

/**
 * Providers assign a customer a /64, a /56 or a /48 (RFC 6177, RIPE-690): whoever has a larger one must not get the share of
 * every smaller one in it.
 */
const ipv6Networks = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
] as const

/** All unreadable addresses together, so that nobody gains by hiding theirs. */
const unknown: readonly Network[] = [{ name: 'unknown', times: 1 }]

/** Loopback, private and link-local ranges (RFC 1122, 1918, 3927, 4193, 4291). */
const uncounted: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/**
 * The networks that an address is counted in, smallest first: IPv4 in its /24, IPv6 in its /64, /56 and /48. Ports, brackets,
 * zones and IPv4-mapped IPv6 do not change the network; all unreadable addresses count as one.
 * @param behindProxy a trusted proxy reported the address, so a private one is a real client of an internal network
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
 * The networks an address is counted in as a client, widest first: IPv4 in its /24 and by itself, IPv6 in its /48, /56 and /64,
 * including private ones. All unreadable addresses count as one client.
 */
export function originsOf(address: string | undefined): readonly [widest: string, ...narrower: string[]] {
  const [widest, ...narrower] = networksOf(address, true)
    .map(({ name }) => name)
    .toReversed()
  const ip = parse(bare(address ?? ''))
  return [widest!, ...narrower, ...(ip instanceof ipaddr.IPv4 ? [ip.toString()] : [])]
}

/** The address in `192.0.2.1:567` or `[2001:db8::1]:567`. */
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
