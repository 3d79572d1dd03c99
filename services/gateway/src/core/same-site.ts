/** What a request says about where it comes from, and the addresses that count as ours. */
export type RequestOrigin = {
  readonly secFetchSite: string | undefined
  readonly origin: string | undefined
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
 * Whether a cookie may speak for this request: the browser says same-origin, or the `Origin` is our own host.
 * Neither header is a no, since a browser always sends one of them with a POST (OWASP, CSRF prevention).
 */
export function isSameSite({ secFetchSite, origin, host, publicUrl }: RequestOrigin): boolean {
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin'
  if (origin === undefined || !URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin)
}
