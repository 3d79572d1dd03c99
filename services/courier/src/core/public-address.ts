import ipaddr from 'ipaddr.js'

/** A range of addresses, as `address/bits`. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Every global unicast address of IPv6 is in here; what maps IPv4 into IPv6 is not. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')
/** Public by its number, and yet answered by the machine underneath: Azure's metadata and agents. */
const publicInName = [ipaddr.parseCIDR('168.63.129.16/32')]

/** @throws where the text is no network */
export function parseNetwork(text: string): Network {
  return ipaddr.parseCIDR(text)
}

/**
 * Whether an IP address is a machine's of the public internet: of no special range, as the registries of IANA list them (private,
 * shared, loopback, link-local, documentation, benchmarks, multicast, reserved), and none that hides an IPv4 address.
 * @param text as `net.Socket` writes it; anything else is not public
 */
export function isPublic(text: string): boolean {
  const address = parse(text)
  if (!address || address.range() !== 'unicast' || publicInName.some((network) => isIn(address, network)))
    return false
  return address.kind() === 'ipv4' || isIn(address, globalIpv6)
}

/** Whether one of these networks has the address. An IPv4 address mapped into IPv6 is in none of IPv4. */
export function isInOne(text: string, networks: readonly Network[]): boolean {
  const address = parse(text)
  return address !== null && networks.some((network) => isIn(address, network))
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}
