import type { AccountRecord, Principal, User } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { listKeys } from '../store/api-keys.ts'
import { readBalance } from '../store/credits.ts'
import { listSessions } from '../store/sessions.ts'
import { findUser, type StoredUser } from '../store/users.ts'
import { readNamedKeys } from './named-keys.ts'
import { readKeys } from './read-keys.ts'

/**
 * The signed-in person's account.
 * @throws Problem `unauthenticated` for guests and for users who are gone
 */
export async function readAccount(ctx: Context, principal: Principal): Promise<User> {
  const { id, email, name } = await accountOf(ctx, principal)
  const { api_key } = await readKeys(ctx, principal)
  return { email, name, credits: await readBalance(ctx.db, id), api_key }
}

/**
 * Everything that auth stores about a person.
 * @throws Problem `unauthenticated` for guests and for users who are gone
 */
export async function exportAccount(ctx: Context, principal: Principal): Promise<AccountRecord> {
  const { id, email, name, createdAt } = await accountOf(ctx, principal)
  const sessions = await listSessions(ctx.db, id)
  const keys = await listKeys(ctx.db, id)
  return {
    id,
    email,
    name,
    created_at: createdAt.toISOString(),
    sessions: sessions.map((session) => ({
      created_at: session.createdAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    })),
    api_keys: keys.map((key) => ({
      kind: key.kind,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
    })),
    named_keys: await readNamedKeys(ctx, principal),
  }
}

async function accountOf(ctx: Context, { kind, id }: Principal): Promise<StoredUser> {
  const user = kind === 'user' ? await findUser(ctx.db, id) : undefined
  if (!user) throw new Problem('unauthenticated')
  return user
}
