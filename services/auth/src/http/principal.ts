import { principalHeader, readPrincipal, type Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Request } from 'express'

/**
 * The caller, as the gateway wrote it: whoever gets here has presented the internal token.
 * @throws Problem `unauthenticated` when there is none
 */
export function principalOf(request: Request): Principal {
  const principal = readPrincipal(request.get(principalHeader))
  if (!principal) throw new Problem('unauthenticated')
  return principal
}
