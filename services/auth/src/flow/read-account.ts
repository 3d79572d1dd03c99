import type { Principal, User } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { readBalance } from '../store/credits.ts'
import { findUser } from '../store/users.ts'

/**
 * The signed-in person's account. Nobody has an API key yet: none can be made.
 * @throws Problem `unauthenticated` for guests and for users who are gone
 */
export async function readAccount(ctx: Context, principal: Principal): Promise<User> {
  const user = principal.kind === 'user' ? await findUser(ctx.db, principal.id) : undefined
  if (!user) throw new Problem('unauthenticated')
  const credits = await readBalance(ctx.db, user.id)
  return { email: user.email, name: user.name, credits, api_key: null }
}
