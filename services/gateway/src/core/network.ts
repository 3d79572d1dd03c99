type Subnet = readonly [bytes: readonly number[], bits: number]

/** Loopback, private and link-local ranges (RFC 1122, 1918, 3927, 4193, 4291). */
const uncounted: readonly Subnet[] = [
  [[127], 8],
  [[10], 8],
  [[172, 16], 12],
  [[192, 168], 16],
  [[169, 254], 16],
  [[...Array<number>(15).fill(0), 1], 128],
  [[0xfc], 7],
  [[0xfe, 0x80], 10],
]

/**
 * The network that new guests are counted by: the /24 of an IPv4 address, the /64 of an IPv6 address.
 * @param behindProxy a trusted proxy told the address, so that a private one is a real client of an inner network
 * @returns null for an address that is not counted: none, malformed, and loopback or private without a proxy
 */
export function networkOf(address: string | undefined, behindProxy: boolean): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const bytes = plain.includes(':') ? parseIpv6(plain) : parseIpv4(plain)
  if (!bytes || (!behindProxy && uncounted.some((subnet) => isInside(bytes, subnet)))) return null
  if (bytes.length === 4) return `${bytes.slice(0, 3).join('.')}.0/24`
  const groups = [0, 2, 4, 6].map((i) => (bytes[i]! * 256 + bytes[i + 1]!).toString(16))
  return `${groups.join(':')}::/64`
}

function parseIpv4(text: string): number[] | null {
  const parts = text.split('.')
  const bytes = parts.map(Number)
  const valid =
    parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part)) && bytes.every((byte) => byte < 256)
  return valid ? bytes : null
}

function parseIpv6(text: string): number[] | null {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const [left = [], right] = halves
  const missing = 8 - left.length - (right?.length ?? 0)
  if (halves.length > 2 || (right ? missing < 1 : missing !== 0)) return null
  const groups = [...left, ...Array<string>(missing).fill('0'), ...(right ?? [])]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((value) => [value >> 8, value & 255])
}

function isInside(address: readonly number[], [prefix, bits]: Subnet): boolean {
  if ((address.length === 16) !== (prefix.length === 16 || prefix[0]! >= 0xfc)) return false
  return Array.from({ length: Math.ceil(bits / 8) }, (_, i) => {
    const mask = 0xff & (0xff << Math.max(0, 8 * (i + 1) - bits))
    return ((address[i]! ^ (prefix[i] ?? 0)) & mask) === 0
  }).every(Boolean)
}
