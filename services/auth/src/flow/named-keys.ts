import type { KeyChange, NamedKey, NewKey, ShownKey } from '@equerre/contract/keys'
import type { Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import {
  forgetRevokedKeys,
  insertNamedKey,
  listNamedKeys,
  revokeNamedKey,
  updateNamedKey,
  type KeySettings,
  type StoredNamedKey,
} from '../store/named-keys.ts'
import { lockUser } from '../store/users.ts'
import { makeKey } from './issue-keys.ts'

/** Revoked keys that an account can still look up. */
const revokedKept = 100
const endingCharacters = 4

/** The further keys of an account, oldest first. @throws Problem `unauthenticated` for guests */
export async function readNamedKeys(ctx: Context, principal: Principal): Promise<NamedKey[]> {
  return (await listNamedKeys(ctx.db, userOf(principal))).map(written)
}

/**
 * Makes a key. Its clear text is in the reply and nowhere else.
 * @throws Problem `unauthenticated` for guests and for users who are gone, `invalid_request`
 */
export async function createNamedKey(ctx: Context, principal: Principal, asked: NewKey): Promise<ShownKey> {
  const userId = userOf(principal)
  const settings = settingsOf(asked) as KeySettings
  const { key, hmac } = makeKey(ctx, 'live')
  const made = await ctx.db.transaction().execute(async (tx) => {
    // Concurrent calls take turns, so that all count each other's keys.
    if (!(await lockUser(tx, userId))) throw new Problem('unauthenticated')
    const most = ctx.config.limits.namedKeysMax
    const valid = (await listNamedKeys(tx, userId)).filter(({ revokedAt }) => revokedAt === null)
    if (valid.length >= most) throw new Problem('keys_full', { most })
    await forgetRevokedKeys(tx, userId, revokedKept)
    return insertNamedKey(tx, { ...settings, id: randomUUID(), userId, hmac, ending: endingOf(key) })
  })
  ctx.log.info({ userId, keyId: made.id }, 'named key made')
  return { ...written(made), api_key: key }
}

/**
 * Changes what is given; the gateways look keys up on every request, so it holds from the commit on.
 * @throws Problem `unauthenticated` for guests, `not_found`, `invalid_request`
 */
export async function changeNamedKey(
  ctx: Context,
  principal: Principal,
  { id, change }: { id: string; change: KeyChange },
): Promise<NamedKey> {
  const key = { id, userId: userOf(principal) }
  const changed = await updateNamedKey(ctx.db, key, settingsOf(change))
  if (!changed) throw new Problem('not_found')
  return written(changed)
}

/** Replaces what opens a key and nothing else. @throws Problem `unauthenticated` for guests, `not_found` */
export async function rotateNamedKey(ctx: Context, principal: Principal, id: string): Promise<ShownKey> {
  const userId = userOf(principal)
  const { key, hmac } = makeKey(ctx, 'live')
  const changed = await updateNamedKey(ctx.db, { id, userId }, { hmac, ending: endingOf(key) })
  if (!changed) throw new Problem('not_found')
  ctx.log.info({ userId, keyId: id }, 'named key rotated')
  return { ...written(changed), api_key: key }
}

/** @throws Problem `unauthenticated` for guests, `not_found` */
export async function endNamedKey(ctx: Context, principal: Principal, id: string): Promise<void> {
  const userId = userOf(principal)
  if (!(await revokeNamedKey(ctx.db, { id, userId }))) throw new Problem('not_found')
  ctx.log.info({ userId, keyId: id }, 'named key revoked')
}

function userOf({ kind, id }: Principal): string {
  if (kind !== 'user') throw new Problem('unauthenticated')
  return id
}

/** @throws Problem `invalid_request` for an end that has passed */
function settingsOf({ expires_at: end, credits_per_month: creditsPerMonth, ...others }: KeyChange) {
  const expiresAt = end && new Date(end)
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Problem('expiry_passed')
  return { ...others, creditsPerMonth, expiresAt } as Partial<KeySettings>
}

function endingOf(key: string): string {
  return key.slice(-endingCharacters)
}

function written(key: StoredNamedKey): NamedKey {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    expires_at: key.expiresAt?.toISOString() ?? null,
    credits_per_month: key.creditsPerMonth,
    ending: key.ending,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}
