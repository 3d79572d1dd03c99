import { principalHeader, readPrincipal } from '@equerre/contract/identity'
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
