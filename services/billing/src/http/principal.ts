import { originHeader, principalHeader, readPrincipal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Request } from 'express'

/**
 * The calling user, as the gateway wrote it: whoever gets here has presented the internal token.
 * @throws Problem `unauthenticated` for guests and anonymous callers
 */
export function userOf(request: Request): string {
  const principal = readPrincipal(request.get(principalHeader))
  if (principal?.kind !== 'user') throw new Problem('unauthenticated')
  return principal.id
}

/**
 * The origin that the browser sees, from the gateway.
 * @throws Problem `invalid_request` when it is missing
 */
export function siteOf(request: Request): string {
  const site = request.get(originHeader)
  if (site === undefined || !URL.canParse(site)) throw new Problem('invalid_request')
  return site
}
