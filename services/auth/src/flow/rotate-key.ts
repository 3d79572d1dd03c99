import type { KeyKind } from '@equerre/contract/api-key'
import type { ApiKeys, Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { revokeKey } from '../store/api-keys.ts'
import { lockUser } from '../store/users.ts'
import { issueKey } from './issue-keys.ts'
import { readKeys } from './read-keys.ts'

/**
 * Replaces a key. The gateways look keys up on every request, so the old one is refused from the commit on.
 * @throws Problem `unauthenticated` for guests and for users who are gone
 */
export async function rotateKey(ctx: Context, principal: Principal, kind: KeyKind): Promise<ApiKeys> {
  const userId = principal.id
  await ctx.db.transaction().execute(async (tx) => {
    // Concurrent rotations take turns: each makes a key, and the last one is valid.
    if (principal.kind !== 'user' || !(await lockUser(tx, userId))) throw new Problem('unauthenticated')
    await revokeKey(tx, userId, kind)
    await issueKey(ctx, tx, { userId, kind })
  })
  ctx.log.info({ userId, kind }, 'key rotated')
  return readKeys(ctx, principal)
}
