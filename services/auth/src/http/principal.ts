import { principalHeader, readPrincipal, type Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Request } from 'express'

/**
 * Who asks. The gateway wrote it: whoever gets here has shown the inner token.
 * @throws Problem `unauthenticated` when it says nobody
 */
export function principalOf(request: Request): Principal {
  const principal = readPrincipal(request.get(principalHeader))
  if (!principal) throw new Problem('unauthenticated')
  return principal
}
