/** What a request says about its origin, and the addresses that count as ours. */
export type RequestOrigin = {
  readonly secFetchSite: string | undefined
  readonly origin: string | undefined
  /** The protocol of the request, as far as the proxies in front are trusted. */
  readonly protocol: string
  readonly host: string | undefined
  readonly publicUrl: string | undefined
}

/**
 * Whether a request says that another site caused it: an image, a fetch or a link there. A typed address says `none`;
 * programs say nothing.
 */
export function isForeign(origin: RequestOrigin): boolean {
  if (origin.secFetchSite !== undefined) return !['same-origin', 'none'].includes(origin.secFetchSite)
  return origin.origin !== undefined && !isSameSite(origin)
}

/**
 * Whether a cookie may authorise this request: the browser says same-origin, or the `Origin` is our own, including scheme and
 * port, since a page without TLS may be anybody's. With neither header the answer is no, since browsers always send one of
 * them with a POST (OWASP, CSRF prevention).
 */
export function isSameSite({ secFetchSite, origin, ...asked }: RequestOrigin): boolean {
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin'
  if (origin === undefined || !URL.canParse(origin)) return false
  const own = [`${asked.protocol}://${asked.host}`, asked.publicUrl].map((address) => originOf(address))
  return own.includes(new URL(origin).origin)
}

/** Null for an invalid address, which equals no origin. */
function originOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : null
}
