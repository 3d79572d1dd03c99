import { Principal, principalHeader } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Request } from 'express'

/**
 * Who asks, as `kind:id`. The gateway wrote it: whoever gets here has shown the inner token.
 * @throws Problem `unauthenticated` when it says nobody
 */
export function principalOf(request: Request): Principal {
  const [kind, id] = (request.get(principalHeader) ?? '').split(':')
  const principal = Principal.safeParse({ kind, id })
  if (!principal.success) throw new Problem('unauthenticated')
  return principal.data
}
