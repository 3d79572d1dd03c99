import ipaddr from 'ipaddr.js'

/** Longer addresses are refused by many servers. */
const addressCharactersMax = 4_096
/** What the web is served on. Others lead to mail servers and databases, and would make of us a scanner of ports. */
const usualPorts: ReadonlySet<string> = new Set(['', '80', '443'])

/** Where a request goes; of a name, who answers to it is only known once it is resolved. */
export type Target = {
  readonly url: URL
  /** An IP address without brackets, or a name. */
  readonly host: string
  readonly port: number
  /** Whether `host` is an IP address. */
  readonly literal: boolean
  readonly usualPort: boolean
}

/**
 * Reads an address as browsers do, for whom `http://0x7f.1/` is 127.0.0.1.
 * @param base the address that redirects to it, which it may be relative to
 * @returns null for all but http and https addresses without a user's name or password
 */
export function readTarget(text: string, base?: URL): Target | null {
  const url = text.length > addressCharactersMax ? null : URL.parse(text, base)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    url,
    host,
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    literal: ipaddr.isValid(host),
    usualPort: usualPorts.has(url.port),
  }
}

/** What the log may know of an address: its path and query may be as good as a password. */
export function originOf(text: string): string {
  return URL.parse(text)?.origin ?? 'no address'
}
