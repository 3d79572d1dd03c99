/** What a request says about where it comes from, and the addresses that count as ours. */
export type RequestOrigin = {
  readonly secFetchSite: string | undefined
  readonly origin: string | undefined
  /** How the request came, as far as the proxies in front are trusted. */
  readonly protocol: string
  readonly host: string | undefined
  readonly publicUrl: string | undefined
}

/**
 * Whether a request says that another site caused it: an image, a fetch or a link there. A typed address says `none`, a program
 * says nothing.
 */
export function isForeign(origin: RequestOrigin): boolean {
  if (origin.secFetchSite !== undefined) return !['same-origin', 'none'].includes(origin.secFetchSite)
  return origin.origin !== undefined && !isSameSite(origin)
}

/**
 * Whether a cookie may speak for this request: the browser says same-origin, or the `Origin` is our own, scheme and port
 * included: a page in the clear may be anybody's.
 * Neither header is a no, since a browser always sends one of them with a POST (OWASP, CSRF prevention).
 */
export function isSameSite({ secFetchSite, origin, ...asked }: RequestOrigin): boolean {
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin'
  if (origin === undefined || !URL.canParse(origin)) return false
  const own = [`${asked.protocol}://${asked.host}`, asked.publicUrl].map((address) => originOf(address))
  return own.includes(new URL(origin).origin)
}

/** Null for what is no address, which no origin is equal to. */
function originOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : null
}
