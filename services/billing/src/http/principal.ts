import { originHeader, principalHeader, readPrincipal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Request } from 'express'

/**
 * The user who asks. The gateway wrote it: whoever gets here has shown the inner token.
 * @throws Problem `unauthenticated` for guests and nobody
 */
export function userOf(request: Request): string {
  const principal = readPrincipal(request.get(principalHeader))
  if (principal?.kind !== 'user') throw new Problem('unauthenticated')
  return principal.id
}

/**
 * The address that the browser sees, as the gateway says.
 * @throws Problem `invalid_request` when it says none
 */
export function siteOf(request: Request): string {
  const site = request.get(originHeader)
  if (site === undefined || !URL.canParse(site)) throw new Problem('invalid_request')
  return site
}
